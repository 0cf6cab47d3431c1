package dev.lanekeeper.producer.relay;

/**
 * What a relay did. Immutable.
 *
 * @param sent rows that were confirmed and marked
 * @param takeovers how often this process became the active relay
 * @param standingGroups message groups that stand still at a row that cannot be sent
 */
public record RelayCounts(long sent, long takeovers, int standingGroups) {}
