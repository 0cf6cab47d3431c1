package dev.lanekeeper.worker.backlog;

import dev.lanekeeper.program.broker.Endpoints;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The brokers that have queues of a topic, as a NameServer names them. For one thread. */
final class Brokers {
  private static final int GET_ROUTE = 105;
  private static final String MASTER = "0";
  private static final Duration LIMIT = Duration.ofSeconds(3);

  private final Endpoints nameServers;
  private final String topic;

  Brokers(Endpoints nameServers, String topic) {
    this.nameServers = nameServers;
    this.topic = topic;
  }

  /** What each broker is asked. */
  @FunctionalInterface
  interface Questions<T> {
    /**
     * Asks one broker.
     *
     * @param broker its name
     * @param queues how many queues of the topic it has
     */
    List<T> ask(String broker, int queues, RemotingConnection connection) throws IOException;
  }

  /**
   * Asks every master.
   *
   * @throws IOException when one cannot be reached, or refuses to tell
   */
  <T> List<T> ask(Questions<T> questions) throws IOException {
    JsonNode route = route();
    List<T> answers = new ArrayList<>();
    for (JsonNode broker : route.path("brokerDatas")) {
      String name = broker.path("brokerName").asString("");
      String master = broker.path("brokerAddrs").path(MASTER).asString("");
      if (!master.isEmpty()) {
        answers.addAll(ask(name, address(master), numberOfQueues(route, name), questions));
      }
    }
    return answers;
  }

  private static <T> List<T> ask(
      String broker, Endpoints.Address address, int queues, Questions<T> questions)
      throws IOException {
    try (RemotingConnection connection = new RemotingConnection(address, LIMIT)) {
      return questions.ask(broker, queues, connection);
    } catch (IOException away) {
      throw new IOException(
          "broker %s at %s: %s".formatted(broker, address, away.getMessage()), away);
    }
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

  static RemotingConnection.Answer granted(RemotingConnection.Answer answer) throws IOException {
    if (answer.code() != 0) {
      throw new IOException("refused with code %d: %s".formatted(answer.code(), answer.remark()));
    }
    return answer;
  }
}
