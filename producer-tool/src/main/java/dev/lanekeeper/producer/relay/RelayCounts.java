package dev.lanekeeper.producer.relay;

/**
 * What a relay did. Immutable.
 *
 * @param sent rows that were confirmed and marked
 * @param takeovers how often this process became the active relay
 * @param standingGroups message groups that stand still at a row that cannot be sent
 * @param waitingGroups message groups whose next number is not there
 * @param firstMissing the smallest number that one of them waits for; 0 when none does
 */
public record RelayCounts(
    long sent, long takeovers, int standingGroups, long waitingGroups, long firstMissing) {}
