package dev.lanekeeper.worker.process;

/**
 * A claim on an effect, of this process. Immutable.
 *
 * @param epoch its number
 * @param at a moment before it began, by this process's monotonic clock, in nanoseconds
 */
record Claim(long epoch, long at) {}
