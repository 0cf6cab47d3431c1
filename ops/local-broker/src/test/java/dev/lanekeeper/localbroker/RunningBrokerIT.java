package dev.lanekeeper.localbroker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.apache.rocketmq.client.java.exception.NotFoundException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a broker does once it has said that it is ready; one broker for all tests, each with its own
 * names.
 */
class RunningBrokerIT {
  private static BrokerProcess broker;
  private static ReadyLine ready;
  private static Client client;

  @BeforeAll
  static void start(@TempDir Path data) throws Exception {
    broker =
        BrokerProcess.launch(
            "--data",
            data.toString(),
            "--port",
            "0",
            "--topic",
            "ledger:4",
            "--topic",
            "plain:1:normal",
            "--group",
            "ledger-worker:orderly");
    ready = broker.ready();
    client = new Client(ready);
  }

  @AfterAll
  static void stop() throws Exception {
    broker.close();
  }

  @Test
  void theReadyLineNamesModeAndProcess() {
    assertThat(ready.proxyMode()).isEqualTo("cluster");
    assertThat(ready.pid()).isNotEqualTo(ProcessHandle.current().pid());
    assertThat(ready.data()).isDirectory().isAbsolute();
  }

  @Test
  void standardErrorSaysWhatTheBrokerIsFor() {
    assertThat(broker.errors())
        .first()
        .asString()
        .contains("for development, demos and tests only");
  }

  @Test
  void allPortsAreOnLoopbackOnly() throws Exception {
    Set<String> listening = ListeningSockets.of(ready.pid());

    assertThat(listening)
        .hasSize(4)
        .allSatisfy(
            address -> assertThat(address).matches("(0000000000000000FFFF0000)?0100007F:.*"))
        .anySatisfy(address -> assertThat(address).endsWith(":%04X".formatted(ready.port())))
        .anySatisfy(address -> assertThat(address).endsWith(":%04X".formatted(ready.namesrvPort())))
        .anySatisfy(address -> assertThat(address).endsWith(":%04X".formatted(ready.brokerPort())));
  }

  @Test
  void messagesSentBeforeTheFirstConsumerAreReceivedFromTheFirstOn() throws Exception {
    client.send("ledger", "order-1", "1", "2", "3");

    assertThat(client.receive("ledger-worker", "ledger", 3)).containsExactly("1", "2", "3");
  }

  @Test
  void clientsMayEncryptAsTheyDoByDefault() throws Exception {
    broker.ask("topic secret");

    Client.encrypted(ready).send("secret", "order-1", "1");
  }

  @Test
  void aTopicThatWasAskedForInVainIsServedOnceItIsCreated() throws Exception {
    assertThatThrownBy(() -> client.producer("late"))
        .hasRootCauseInstanceOf(NotFoundException.class);

    assertThat(broker.ask("topic late:2")).isEqualTo("created topic late queues=2 type=FIFO");
    client.send("late", "order-1", "1");
  }

  @Test
  void aTopicOfTypeNormalRefusesFifoMessages() {
    assertThatThrownBy(() -> client.send("plain", "order-1", "1"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTopicHasEightQueuesUnlessSaidOtherwise() throws Exception {
    assertThat(broker.ask("topic eight")).isEqualTo("created topic eight queues=8 type=FIFO");
    assertThat(broker.ask("topic four:4:normal"))
        .isEqualTo("created topic four queues=4 type=NORMAL");
  }

  @Test
  void aTopicThatIsThereIsNotCreatedDifferently() throws Exception {
    broker.ask("topic settled:2");

    assertThat(broker.ask("topic settled:2")).isEqualTo("created topic settled queues=2 type=FIFO");
    assertThat(broker.ask("topic settled:3"))
        .startsWith("error topic settled is already there with queues=2 type=FIFO");
  }

  @Test
  void aGroupIsOrderlyUnlessSaidOtherwise() throws Exception {
    assertThat(broker.ask("group one")).isEqualTo("created group one orderly=true");
    assertThat(broker.ask("group two:concurrent")).isEqualTo("created group two orderly=false");
  }

  @Test
  void theQueuesOfALiveTopicCanBeChanged() throws Exception {
    broker.ask("topic growing:1");
    client.send("growing", "order-1", "1");

    assertThat(broker.ask("queues growing 16")).isEqualTo("changed topic growing queues=16");
    assertThat(broker.ask("topic growing:16"))
        .isEqualTo("created topic growing queues=16 type=FIFO");
    client.send("growing", "order-1", "2");
  }

  @Test
  void lagCountsWhatIsNotAcknowledged() throws Exception {
    broker.ask("topic counted:2");
    broker.ask("group counting");
    client.send("counted", "order-1", "1", "2", "3");
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> broker.ask("lag counting counted").equals("lag counting counted 3"));

    client.receive("counting", "counted", 2);

    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> broker.ask("lag counting counted").equals("lag counting counted 1"));
  }

  @Test
  void whatCannotBeDoneIsAnsweredInOnePlainLine() throws Exception {
    assertThat(broker.ask("lag nobody ledger")).startsWith("error group nobody is not there");
    assertThat(broker.ask("lag ledger-worker nowhere"))
        .startsWith("error topic nowhere is not there");
    assertThat(broker.ask("queues nowhere 4")).startsWith("error topic nowhere is not there");
    assertThat(broker.ask("queues ledger none")).startsWith("error queues \"none\"");
    assertThat(broker.ask("topic a:b")).startsWith("error queues \"b\"");
    assertThat(broker.ask("group a:b")).startsWith("error group kind \"b\"");
    assertThat(broker.ask("create everything")).startsWith("error commands are: topic NAME");
    assertThat(broker.output()).isEmpty();
  }
}
