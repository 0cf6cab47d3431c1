package dev.lanekeeper.localbroker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a broker ends, and what the next one on the same folder finds. */
class LifeAndDeathIT {
  private static final Duration PERSISTED = Duration.ofSeconds(30);

  @TempDir Path data;

  @Test
  void messagesAndOffsetsOutliveSigkillAndSigterm() throws Exception {
    ReadyLine ports;
    try (BrokerProcess broker = launch("--port", "0", "--topic", "ledger:1", "--group", "worker")) {
      ports = broker.ready();
      Client client = new Client(ports);
      client.send("ledger", "order-1", "1", "2", "3");
      assertThat(client.receive("worker", "ledger", 1)).containsExactly("1");
      awaitOffsetOnDisk();
      broker.kill();
      broker.exitStatus();
    }
    try (BrokerProcess broker = launch(samePorts(ports))) {
      ReadyLine again = broker.ready();
      assertThat(again.endpoints()).isEqualTo(ports.endpoints());
      assertThat(broker.ask("lag worker ledger")).isEqualTo("lag worker ledger 2");
      assertThat(new Client(again).receive("worker", "ledger", 1)).containsExactly("2");
      broker.terminate();
      assertThat(broker.exitStatus()).isEqualTo(128 + 15);
    }
    try (BrokerProcess broker = launch(samePorts(ports))) {
      ReadyLine again = broker.ready();
      assertThat(broker.ask("lag worker ledger")).isEqualTo("lag worker ledger 1");
      assertThat(new Client(again).receive("worker", "ledger", 1)).containsExactly("3");
      assertThat(broker.ask("topic ledger:1")).isEqualTo("created topic ledger queues=1 type=FIFO");
      broker.say("stop");
      assertThat(broker.exitStatus()).isZero();
    }
  }

  @Test
  void withParentTheEndOfStandardInputStopsTheBroker() throws Exception {
    try (BrokerProcess broker = launch("--port", "0", "--with-parent")) {
      broker.ready();
      broker.closeInput();

      assertThat(broker.exitStatus()).isZero();
    }
  }

  @Test
  void withoutParentTheEndOfStandardInputIsIgnored() throws Exception {
    try (BrokerProcess broker =
        launch("--port", "0", "--proxy-mode", "local", "--topic", "ledger", "--group", "worker")) {
      ReadyLine ready = broker.ready();
      broker.closeInput();
      Client client = new Client(ready);
      client.send("ledger", "order-1", "1");

      assertThat(client.receive("worker", "ledger", 1)).containsExactly("1");
      assertThat(ready.proxyMode()).isEqualTo("local");
      assertThat(broker.isAlive()).isTrue();
    }
  }

  /** The broker writes offsets down once a second, from its tenth second on. */
  private void awaitOffsetOnDisk() {
    Path offsets = data.resolve("store/config/consumerOffset.json");
    await()
        .atMost(PERSISTED)
        .ignoreExceptions()
        .until(
            () ->
                Files.readString(offsets)
                    .replaceAll("\\s", "")
                    .contains("\"ledger@worker\":{0:1}"));
  }

  private BrokerProcess launch(String... arguments) throws Exception {
    String[] all = new String[arguments.length + 2];
    all[0] = "--data";
    all[1] = data.toString();
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return BrokerProcess.launch(all);
  }

  private static String[] samePorts(ReadyLine ports) {
    return new String[] {
      "--port", Integer.toString(ports.port()),
      "--namesrv-port", Integer.toString(ports.namesrvPort()),
      "--broker-port", Integer.toString(ports.brokerPort())
    };
  }
}
