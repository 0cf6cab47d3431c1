package dev.lanekeeper.worker.inbox;

import dev.lanekeeper.api.DedupKey;
import java.util.Optional;

/**
 * What is on record about a message whose fate is settled. Immutable.
 *
 * @param result what the handler returned when it was applied
 */
public record InboxRow(DedupKey dedupKey, String fingerprint, Fate fate, Optional<String> result) {}
