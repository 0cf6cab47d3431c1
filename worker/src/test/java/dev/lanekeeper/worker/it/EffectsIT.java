package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.fault.Step;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.EffectWorkers;
import dev.lanekeeper.worker.testing.Endpoint;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.TestBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Workers that die around their calls outside the database, against a real server. */
@ExtendWith(BrokerExtension.class)
class EffectsIT {
  private static final int GROUPS = 10;
  private static final Duration LIFE = Duration.ofMinutes(1);

  @TempDir Path folder = Path.of("");

  /**
   * The three are at work at the same time, each with a message that nobody else gets meanwhile.
   */
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  @DisplayName("workers that die before, during and after their call: one effect for each message")
  void workersThatDieAroundTheirCall(TestBroker broker) throws Exception {
    try (Endpoint endpoint = new Endpoint()) {
      EffectWorkers workers = workers(broker, "effects", endpoint);
      workers.sendTwoEach(GROUPS);
      try (JavaProcess before = workers.dyingHttp(Step.EFFECT_CLAIMED, 1);
          JavaProcess during = workers.http("/stall");
          JavaProcess after = workers.dyingHttp(Step.EFFECT_CALLED, 1)) {
        workers.awaitDeaths(before, during, after);
      }
      try (JavaProcess last = workers.http("/")) {
        await().atMost(LIFE).until(() -> workers.applied() == 2 * GROUPS);
        last.terminate();
        JavaProcess.Result end = last.await(LIFE);
        assertThat(end.exitCode()).as(end.stderr()).isZero();
        assertThat(end.stdout() + end.stderr()).doesNotContain(EffectWorkers.SECRET);
      }
      workers.assertOneEffectEach(2 * GROUPS);
      // Only the two that had called were called for again, with the same key.
      assertThat(endpoint.requests())
          .hasSize(2 * GROUPS + 2)
          .allMatch(request -> request.headers().containsKey("webhook-signature"));
    }
  }

  /** The server need not know repeats: nothing is asked for twice. */
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  @DisplayName("where the policy is to find out, a death leads to a question, not to a second call")
  void unknownEffectsAreFoundOut(TestBroker broker) throws Exception {
    try (Endpoint endpoint = new Endpoint()) {
      EffectWorkers workers = workers(broker, "effects-asked", endpoint);
      workers.sendTwoEach(GROUPS);
      try (JavaProcess before = workers.asking("/", Optional.of(Step.EFFECT_CLAIMED));
          JavaProcess during = workers.asking("/stall", Optional.empty());
          JavaProcess after = workers.asking("/", Optional.of(Step.EFFECT_CALLED))) {
        workers.awaitDeaths(before, during, after);
      }
      try (JavaProcess last = workers.asking("/", Optional.empty())) {
        await().atMost(LIFE).until(() -> workers.applied() == 2 * GROUPS);
        assertThat(last.isAlive()).isTrue();
      }
      workers.assertOneEffectEach(2 * GROUPS);
      assertThat(endpoint.requests()).hasSize(2 * GROUPS);
      assertThat(endpoint.questions()).isEqualTo(3);
    }
  }

  private EffectWorkers workers(TestBroker broker, String name, Endpoint endpoint)
      throws IOException {
    broker.createTopic(name, 8);
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    database.migrate();
    return new EffectWorkers(folder, broker, name, name, database, endpoint);
  }
}
