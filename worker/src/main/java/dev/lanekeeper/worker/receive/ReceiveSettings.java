package dev.lanekeeper.worker.receive;

import java.time.Duration;

/**
 * What shapes receiving. Immutable.
 *
 * @param topic the FIFO topic
 * @param consumerGroup the consumer group, which has to be orderly
 * @param loops receive loops of simple mode; more than the topic has queues only wait
 * @param batch messages for one receive of simple mode, 1 to 32
 * @param invisibleTime for how long the broker keeps a received message for us, 10 s to 12 h
 * @param watchdog after how long a silence of receives the client is rebuilt
 * @param threads consumption threads of push mode: messages in hand at most
 */
public record ReceiveSettings(
    String topic,
    String consumerGroup,
    int loops,
    int batch,
    Duration invisibleTime,
    Duration watchdog,
    int threads) {}
