package dev.lanekeeper.worker.backlog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.program.broker.Endpoints;
import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Reads from a topic's brokers what they tell nobody over gRPC: for how long they keep messages,
 * and what a consumer group would skip if it began now. Changes nothing; for one thread.
 */
public final class TopicReader {
  private static final int GET_BROKER_CONFIG = 26;
  private static final String RETENTION = "fileReservedTime";

  private final Brokers brokers;
  private final Offsets offsets;

  public TopicReader(Endpoints nameServers, String topic, String consumerGroup) {
    this.brokers = new Brokers(nameServers, topic);
    this.offsets = new Offsets(topic, consumerGroup);
  }

  /**
   * For how long the brokers keep messages.
   *
   * @throws IOException when one cannot be reached, or refuses to tell
   */
  public List<Kept> kept() throws IOException {
    return brokers.ask(
        (broker, queues, connection) -> List.of(new Kept(broker, retention(connection))));
  }

  /** For how long a broker keeps messages. Immutable. */
  public record Kept(String broker, Duration time) {}

  private static Duration retention(RemotingConnection connection) throws IOException {
    RemotingConnection.Answer answer = Brokers.granted(connection.ask(GET_BROKER_CONFIG, Map.of()));
    Properties settings = new Properties();
    settings.load(new StringReader(new String(answer.body(), UTF_8)));
    String hours = settings.getProperty(RETENTION, "").strip();
    try {
      return Duration.ofHours(Long.parseLong(hours));
    } catch (NumberFormatException other) {
      throw new IOException("%s is \"%s\", no hours".formatted(RETENTION, hours), other);
    }
  }

  /**
   * How many messages the group would skip in queues in which it has not begun; 0 when it is known
   * in all of them, or would begin at their first messages.
   *
   * @throws IOException when a broker cannot be reached, or refuses to tell
   */
  public long skipped() throws IOException {
    return brokers.ask(this::skipped).stream().mapToLong(Long::longValue).sum();
  }

  private List<Long> skipped(String broker, int queues, RemotingConnection connection)
      throws IOException {
    List<Long> skipped = new ArrayList<>();
    for (int queue = 0; queue < queues; queue++) {
      if (offsets.next(connection, queue).isEmpty()) {
        // It would begin at the last message.
        long last = offsets.end(connection, queue) - 1;
        skipped.add(Math.max(0, last - offsets.begin(connection, queue)));
      }
    }
    return skipped;
  }
}
