package dev.lanekeeper.worker.group;

/**
 * A held message with its place among the rows of its group. Immutable.
 *
 * @param position unique in the group, growing in the order in which messages were taken
 */
public record HeldRow(long position, HeldMessage message) {}
