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
import dev.lanekeeper.worker.testing.Sender;
import dev.lanekeeper.worker.testing.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Processes that die around a call outside the database for a held message. */
@ExtendWith(BrokerExtension.class)
class HeldEffectsIT {
  private static final Duration LIFE = Duration.ofMinutes(1);

  /** No call is under way as far as anybody knows, and no start on record is recent. */
  private static final String UNDER_WAY =
      """
      select event_id from effect
       where state = 'in_progress' and claimed_until > current_timestamp
       union all
      select event_id from held_message
       where started_at > current_timestamp - interval '10' second
      """;

  @TempDir Path folder = Path.of("");

  /** Each worker has a consumer group of its own, and so each message of the one topic. */
  @Test
  @Execution(ExecutionMode.CONCURRENT)
  @DisplayName("workers that die in the call for a message that they drain: one effect each")
  void workersThatDieInADrain(TestBroker broker) throws Exception {
    LedgerDatabase database = database();
    broker.createTopic("drained", 1);
    try (Endpoint endpoint = new Endpoint();
        Sender sender = new Sender(broker.endpoints(), "drained")) {
      EffectWorkers before =
          new EffectWorkers(folder, broker, "drained", "drained-before", database, endpoint);
      EffectWorkers during =
          new EffectWorkers(folder, broker, "drained", "drained-during", database, endpoint);
      EffectWorkers after =
          new EffectWorkers(folder, broker, "drained", "drained-after", database, endpoint);
      sender.send("g", 2, "test.v1", "{}"); // Held until the first has come.
      sender.send("g", 1, "test.v1", "{}");
      try (JavaProcess one = before.dyingHttp(Step.EFFECT_CLAIMED, 2);
          JavaProcess two = during.http("/stall/2");
          JavaProcess three = after.dyingHttp(Step.EFFECT_CALLED, 2)) {
        during.awaitDeaths(one, two, three);
      }
      assertThat(database.query("select event_id from held_message"))
          .containsExactly("2", "2", "2");
      try (JavaProcess one = before.http("/");
          JavaProcess two = during.http("/");
          JavaProcess three = after.http("/")) {
        await().atMost(LIFE).until(() -> before.applied() == 6);
        assertThat(new JavaProcess[] {one, two, three}).allMatch(JavaProcess::isAlive);
      }
      before.assertOneEffectEach(6);
      assertThat(endpoint.requests()).hasSize(6 + 2);
      assertThat(database.query("select event_id from held_message")).isEmpty();
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  @DisplayName("redrives that die before, during and after their call: one effect each")
  void redrivesThatDieAroundTheirCall(TestBroker broker) throws Exception {
    LedgerDatabase database = database();
    broker.createTopic("redriven", 1);
    try (Endpoint endpoint = new Endpoint()) {
      EffectWorkers workers =
          new EffectWorkers(folder, broker, "redriven", "redriven", database, endpoint);
      Endpoint.Behaviour refused = Endpoint.status(400);
      endpoint.answers(refused, refused, refused);
      workers.sendTwoEach(3);
      JavaProcess.Result parking = workers.http("/", "--until-idle", "2s").await(LIFE);
      assertThat(parking.exitCode()).as(parking.stderr()).isZero();
      assertThat(database.query("select event_id from held_message order by event_id"))
          .containsExactly("1", "1", "1", "2", "2", "2");

      try (JavaProcess before = workers.dyingRedrive("g-0", Step.EFFECT_CLAIMED);
          JavaProcess during = workers.redrive("g-1", "/stall");
          JavaProcess after = workers.dyingRedrive("g-2", Step.EFFECT_CALLED)) {
        workers.awaitDeaths(before, during, after);
      }
      await().atMost(LIFE).until(() -> database.query(UNDER_WAY).isEmpty());
      JavaProcess.Result redrive = workers.redriveAll();

      assertThat(redrive.exitCode()).as(redrive.stdout() + redrive.stderr()).isZero();
      assertThat(workers.applied()).isEqualTo(6);
      workers.assertOneEffectEach(6);
      assertThat(endpoint.requests()).hasSize(3 + 6 + 2);
    }
  }

  private LedgerDatabase database() {
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    database.migrate();
    return database;
  }
}
