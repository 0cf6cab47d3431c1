package dev.lanekeeper.benchmark.settle;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.benchmark.traffic.Operation;
import dev.lanekeeper.worker.lane.Delivered;
import dev.lanekeeper.worker.message.RawMessage;
import java.time.Instant;
import java.util.UUID;

/**
 * Messages of orders, one of each in turn and then another one of each, whose names lie all over an
 * index. For one thread.
 */
final class MessagesInMemory {
  static final String TOPIC = "ledger";

  private final String series;
  private final int groups;
  private long sent;

  /**
   * @param series of its own orders
   * @param groups how many they are
   */
  MessagesInMemory(String series, int groups) {
    this.series = series;
    this.groups = groups;
  }

  /** The next one, delivered for the first time. */
  Delivered next() {
    long number = sent++;
    String order = "order-" + UUID.nameUUIDFromBytes((series + number % groups).getBytes(UTF_8));
    Operation operation = new Operation(order, number / groups + 1);
    return new Delivered(
        new RawMessage(
            TOPIC,
            order,
            operation.kind().tag(),
            order + ":" + operation.sequence(),
            operation.properties(),
            operation.body(),
            "01A2B3C4D5E6F7%018X".formatted(number),
            1,
            Instant.EPOCH),
        () -> true);
  }
}
