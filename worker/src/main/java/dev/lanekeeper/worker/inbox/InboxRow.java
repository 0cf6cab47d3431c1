package dev.lanekeeper.worker.inbox;

import dev.lanekeeper.api.DedupKey;
import java.util.Optional;

/**
 * What is on record about a message whose fate is settled. Immutable.
 *
 * @param result what the handler returned when it was applied
 */
public record InboxRow(DedupKey dedupKey, String fingerprint, Fate fate, Optional<String> result) {

  /** The source under which a sequence stands that an operator went on without. */
  static final String SKIPPED_GAP = "lanekeeper:skipped-gap";

  /** Whether it stands for a message that never came, and that an operator went on without. */
  public boolean isSkippedGap() {
    return dedupKey.source().equals(SKIPPED_GAP);
  }
}
