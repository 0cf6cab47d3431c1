package dev.lanekeeper.worker.backlog;

import dev.lanekeeper.program.broker.Endpoints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Reads from the brokers how far a consumer group is in each queue of a topic. For orderly groups
 * what a broker knows is exact: the offset is that of the first message that is not acknowledged.
 * Changes nothing; for one thread.
 */
public final class BacklogReader {
  private final Brokers brokers;
  private final Offsets offsets;

  public BacklogReader(Endpoints nameServers, String topic, String consumerGroup) {
    this.brokers = new Brokers(nameServers, topic);
    this.offsets = new Offsets(topic, consumerGroup);
  }

  /**
   * Asks every broker.
   *
   * @return the queues in which the group has begun
   * @throws IOException when one cannot be reached, or refuses to tell
   */
  public List<QueueState> read() throws IOException {
    return brokers.ask(this::queues);
  }

  private List<QueueState> queues(String broker, int number, RemotingConnection connection)
      throws IOException {
    List<QueueState> queues = new ArrayList<>();
    for (int queue = 0; queue < number; queue++) {
      OptionalLong acknowledged = offsets.next(connection, queue);
      if (acknowledged.isPresent()) {
        long sent = offsets.end(connection, queue);
        queues.add(new QueueState(broker, queue, sent, acknowledged.getAsLong()));
      }
    }
    return queues;
  }
}
