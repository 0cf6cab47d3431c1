package dev.lanekeeper.worker.doctor;

/**
 * A consumer group as the proxy describes it to its clients. Immutable.
 *
 * @param orderly whether messages of a queue are delivered in order
 * @param retryMaxTimes deliveries after the first, before the proxy dead-letters a message
 */
record GroupSettings(boolean orderly, int retryMaxTimes) {}
