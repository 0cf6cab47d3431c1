package dev.lanekeeper.worker.inbox;

import java.time.Duration;

/**
 * How long what is settled stays on record. Immutable.
 *
 * @param inbox how long the inbox row of an applied message stays
 * @param groups how long the row of an ended message group stays; others stay for ever
 */
public record Retention(Duration inbox, Duration groups) {}
