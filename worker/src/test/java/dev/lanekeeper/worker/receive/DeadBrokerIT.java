package dev.lanekeeper.worker.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.Program;
import dev.lanekeeper.worker.cli.WorkerCommand;
import dev.lanekeeper.worker.handler.ledger.LedgerHandler;
import dev.lanekeeper.worker.testing.FaultProxy;
import dev.lanekeeper.worker.testing.FaultProxy.Fault;
import dev.lanekeeper.worker.testing.LocalTestBroker;
import dev.lanekeeper.worker.testing.Sender;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A proxy that answers, while the broker behind it cannot be reached. On a broker of its own: a
 * proxy sends the first acknowledge after a change of the broker's address to the old one.
 */
@EnabledIfSystemProperty(
    named = "lanekeeper.broker",
    matches = "local",
    disabledReason = "only the local broker lets a fault proxy stand between proxy and broker")
class DeadBrokerIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration WATCHDOG = Duration.ofSeconds(45);

  @TempDir Path folder = Path.of("");

  /** The proxy lives: a client that was built anew would hear the same. */
  @Test
  @DisplayName(
      "a living proxy before a dead broker: an outage in both modes, and no client rebuilt")
  void livingProxyBeforeADeadBroker() throws Exception {
    try (LocalTestBroker broker = LocalTestBroker.start();
        ReceiverFixture simple = new ReceiverFixture(broker, "dead-broker", WATCHDOG);
        ReceiverFixture push = new ReceiverFixture(broker, "dead-broker-push", WATCHDOG);
        Sender toSimple = new Sender(broker.endpoints(), "dead-broker");
        Sender toPush = new Sender(broker.endpoints(), "dead-broker-push");
        FaultProxy way = broker.disturbed()) {
      Receiver simpleReceiver = simple.simple();
      Receiver pushReceiver = push.push();
      simpleReceiver.start();
      pushReceiver.start();
      toSimple.send("A", 1, "test.v1", "{}");
      toPush.send("A", 1, "test.v1", "{}");
      awaitApplied(1, simple, push);
      await().atMost(SOON).until(way::isInUse);

      way.set(Fault.REFUSING);
      await().atMost(SOON).until(() -> simple.isOutageOpen() && push.isOutageOpen());
      // Over gRPC nothing is seen of it: the proxy answers for the topic from its caches.
      assertThat(doctor(broker))
          .contains("not known: broker local-broker at 127.0.0.1:" + way.port());
      simple.putOn(WATCHDOG.multipliedBy(2));
      push.putOn(WATCHDOG.multipliedBy(2));
      simple.awaitFailures(1);
      push.awaitFailures(1 + ReceiverFixture.QUEUES); // Those under way seem to have taken long.
      way.set(Fault.NONE);
      simpleReceiver.watch();
      pushReceiver.watch();
      toSimple.send("A", 2, "test.v1", "{}");
      toPush.send("A", 2, "test.v1", "{}");
      awaitApplied(2, simple, push);

      await().atMost(SOON).until(() -> !simple.isOutageOpen() && !push.isOutageOpen());
      assertThat(simple.count("lanekeeper.client.rebuilt")).isZero();
      assertThat(push.count("lanekeeper.client.rebuilt")).isZero();
      assertThat(simple.fatal()).isEmpty();
      simple.close(simpleReceiver);
      push.close(pushReceiver);
    }
  }

  private static void awaitApplied(int messages, ReceiverFixture... fixtures) {
    for (ReceiverFixture fixture : fixtures) {
      await().atMost(SOON).until(() -> fixture.processing().effects("A").size() == messages);
    }
  }

  private String doctor(LocalTestBroker broker) {
    StringWriter printed = new StringWriter();
    new Program(Map.of(), new PrintWriter(printed), new PrintWriter(printed))
        .run(
            WorkerCommand.line(new LedgerHandler()),
            "doctor",
            "--endpoints",
            broker.endpoints(),
            "--admin-endpoint",
            broker.nameServer(),
            "--topic",
            "dead-broker",
            "--group",
            "dead-broker",
            "--db",
            "jdbc:h2:file:" + folder.resolve("worker"));
    return printed.toString();
  }
}
