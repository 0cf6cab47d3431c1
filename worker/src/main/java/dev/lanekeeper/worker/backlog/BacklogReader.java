package dev.lanekeeper.worker.backlog;

import dev.lanekeeper.program.broker.Endpoints;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/**
 * Reads from the brokers how far a consumer group is in each queue of a topic. A NameServer tells
 * where the brokers are. For orderly groups what a broker knows is exact: the offset is that of the
 * first message that is not acknowledged. Changes nothing; for one thread.
 */
public final class BacklogReader {
  private static final int GET_ROUTE = 105;
  private static final int GET_MAX_OFFSET = 30;
  private static final int QUERY_CONSUMER_OFFSET = 14;
  private static final int NOT_FOUND = 22;
  private static final String MASTER = "0";
  private static final Duration LIMIT = Duration.ofSeconds(3);

  private final Endpoints nameServers;
  private final String topic;
  private final String consumerGroup;

  public BacklogReader(Endpoints nameServers, String topic, String consumerGroup) {
    this.nameServers = nameServers;
    this.topic = topic;
    this.consumerGroup = consumerGroup;
  }

  /**
   * Asks every broker.
   *
   * @return the queues in which the group has begun
   * @throws IOException when one cannot be reached, or refuses to tell
   */
  public List<QueueState> read() throws IOException {
    JsonNode route = route();
    List<QueueState> queues = new ArrayList<>();
    for (JsonNode broker : route.path("brokerDatas")) {
      String name = broker.path("brokerName").asString("");
      String master = broker.path("brokerAddrs").path(MASTER).asString("");
      if (!master.isEmpty()) {
        queues.addAll(queues(name, address(master), numberOfQueues(route, name)));
      }
    }
    return queues;
  }

  private JsonNode route() throws IOException {
    IOException failure = new IOException("no NameServer is configured");
    for (Endpoints.Address nameServer : nameServers.addresses()) {
      try (RemotingConnection connection = new RemotingConnection(nameServer, LIMIT)) {
        return granted(
                connection.ask(GET_ROUTE, Map.of("topic", topic, "acceptStandardJsonOnly", "true")))
            .json();
      } catch (IOException away) {
        failure = new IOException("NameServer " + nameServer + ": " + away.getMessage(), away);
      }
    }
    throw failure;
  }

  private static int numberOfQueues(JsonNode route, String broker) {
    for (JsonNode queues : route.path("queueDatas")) {
      if (queues.path("brokerName").asString("").equals(broker)) {
        return queues.path("readQueueNums").asInt(0);
      }
    }
    return 0;
  }

  private static Endpoints.Address address(String text) {
    return Endpoints.parse(text).addresses().get(0);
  }

  private List<QueueState> queues(String broker, Endpoints.Address address, int number)
      throws IOException {
    List<QueueState> queues = new ArrayList<>();
    try (RemotingConnection connection = new RemotingConnection(address, LIMIT)) {
      for (int queue = 0; queue < number; queue++) {
        OptionalLong acknowledged = acknowledged(connection, queue);
        if (acknowledged.isPresent()) {
          long sent = sent(connection, queue);
          queues.add(new QueueState(broker, queue, sent, acknowledged.getAsLong()));
        }
      }
    } catch (IOException away) {
      throw new IOException(
          "broker %s at %s: %s".formatted(broker, address, away.getMessage()), away);
    }
    return queues;
  }

  private OptionalLong acknowledged(RemotingConnection connection, int queue) throws IOException {
    RemotingConnection.Answer answer =
        connection.ask(
            QUERY_CONSUMER_OFFSET,
            Map.of(
                "consumerGroup",
                consumerGroup,
                "topic",
                topic,
                "queueId",
                Integer.toString(queue)));
    return answer.code() == NOT_FOUND
        ? OptionalLong.empty()
        : OptionalLong.of(granted(answer).fields().path("offset").asLong());
  }

  private long sent(RemotingConnection connection, int queue) throws IOException {
    Map<String, String> fields = Map.of("topic", topic, "queueId", Integer.toString(queue));
    return granted(connection.ask(GET_MAX_OFFSET, fields)).fields().path("offset").asLong();
  }

  private static RemotingConnection.Answer granted(RemotingConnection.Answer answer)
      throws IOException {
    if (answer.code() != 0) {
      throw new IOException("refused with code %d: %s".formatted(answer.code(), answer.remark()));
    }
    return answer;
  }
}
