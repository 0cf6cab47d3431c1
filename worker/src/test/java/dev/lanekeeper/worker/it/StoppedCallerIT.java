package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.Endpoint;
import dev.lanekeeper.worker.testing.HealthWatch;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.Sender;
import dev.lanekeeper.worker.testing.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Public case A7: a worker stands still in its call for longer than its lease, its message comes to
 * another one, and the first goes on.
 */
@ExtendWith(BrokerExtension.class)
class StoppedCallerIT {
  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir Path folder = Path.of("");

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  @DisplayName("a live claim: the second delivery does not run, and the first one's call counts")
  void liveClaimKeepsTheSecondDeliveryAway(TestBroker broker) throws Exception {
    try (Scene scene = new Scene(folder, broker, "claim-alive", Duration.ofMinutes(5));
        JavaProcess other = scene.firstStopsAndOtherStarts();
        HealthWatch watch = HealthWatch.of(other)) {
      awaitMetric(watch, "lanekeeper_attempts_failed_total{kind=\"environment");
      scene.first.goOn();
      await().atMost(LONG).until(() -> scene.inbox().size() == 1);
      awaitMetric(watch, "lanekeeper_messages_total{fate=\"duplicate");

      assertThat(scene.endpoint.waiting()).isEqualTo(1);
      assertThat(scene.effect()).singleElement().asString().startsWith("done 1 ");
      assertThat(scene.inbox()).containsExactly("applied 1 effect 1");
      assertThat(scene.first.stderr()).doesNotContain("effect claim lost", "ERROR");
      scene.assertNothingIsHeldAndBothEndInOrder(other);
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  @DisplayName(
      "a claim that ended: the second call is seen, and the first one's result not written")
  void ownerThatLostItsClaimWritesNothing(TestBroker broker) throws Exception {
    try (Scene scene = new Scene(folder, broker, "claim-lost", Duration.ofSeconds(1));
        JavaProcess other = scene.firstStopsAndOtherStarts();
        HealthWatch watch = HealthWatch.of(other)) {
      await().atMost(LONG).until(() -> scene.inbox().size() == 1);
      List<String> settled = scene.effect();
      assertThat(settled).singleElement().asString().startsWith("done 3 ");
      assertThat(other.stderr()).contains("effect taken over: ");
      assertThat(watch.metric("lanekeeper_effects_total{outcome=\"called again")).isEqualTo(1);

      scene.first.goOn();
      await().atMost(LONG).until(() -> scene.first.stderr().contains("effect claim lost: "));

      assertThat(scene.endpoint.waiting()).isEqualTo(2);
      assertThat(scene.endpoint.effects()).hasSize(1);
      assertThat(scene.effect()).isEqualTo(settled);
      assertThat(scene.inbox()).singleElement().asString().startsWith("applied");
      scene.assertNothingIsHeldAndBothEndInOrder(other);
    }
  }

  private static void awaitMetric(HealthWatch worker, String start) {
    await().atMost(LONG).until(() -> worker.metric(start) > 0);
  }

  /**
   * Two workers and one message. The first has called for it and stands still when the server
   * answers; the second is there when the message comes again.
   */
  private static final class Scene implements AutoCloseable {
    private final Endpoint endpoint = new Endpoint();
    private final LedgerDatabase database;
    private final Programs programs;
    private final Duration longestCall;
    private final JavaProcess first;

    Scene(Path folder, TestBroker broker, String name, Duration longestCall) throws Exception {
      broker.createTopic(name, 1);
      broker.createGroup(name, true);
      database = new LedgerDatabase(Engine.POSTGRESQL, folder);
      database.migrate();
      this.programs = new Programs(folder, broker, name, name);
      this.longestCall = longestCall;
      try (Sender sender = new Sender(broker.endpoints(), name)) {
        sender.send("g", 1, "test.v1", "{}");
      }
      first = worker();
    }

    JavaProcess firstStopsAndOtherStarts() throws InterruptedException {
      await().atMost(LONG).until(() -> endpoint.waiting() == 1);
      first.standStill();
      endpoint.release();
      return worker();
    }

    private JavaProcess worker() {
      return programs.askingWorker(
          database,
          endpoint.url().resolve("/wait"),
          longestCall,
          Optional.empty(),
          "--on-unknown-effect",
          "again",
          "--receive-loops",
          "1",
          "--invisible-time",
          "10s");
    }

    private List<String> effect() {
      return database.query(
          "select state || ' ' || epoch || ' ' || owner || ' ' || result from effect");
    }

    private List<String> inbox() {
      return database.query("select fate || ' ' || attempts || ' ' || result from inbox");
    }

    private void assertNothingIsHeldAndBothEndInOrder(JavaProcess other)
        throws InterruptedException {
      assertThat(database.query("select event_id from held_message")).isEmpty();
      assertThat(database.query("select state from message_group")).containsExactly("open");
      first.terminate();
      other.terminate();
      assertThat(first.await(LONG).exitCode()).as(first.stderr()).isZero();
      assertThat(other.await(LONG).exitCode()).as(other.stderr()).isZero();
    }

    @Override
    public void close() {
      first.close();
      endpoint.close();
    }
  }
}
