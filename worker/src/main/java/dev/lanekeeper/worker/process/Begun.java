package dev.lanekeeper.worker.process;

import dev.lanekeeper.worker.effect.Beginning;

/**
 * The first phase of an effect, to be committed. Immutable.
 *
 * @param beginning what is to be done about it
 * @param at a moment before that was found, by this process's monotonic clock, in nanoseconds
 */
record Begun(Beginning beginning, long at) {}
