package dev.lanekeeper.worker.it;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.fault.Step;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.Endpoint;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.Sender;
import dev.lanekeeper.worker.testing.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The http handler in workers that die around their calls, against a real server. */
@ExtendWith(BrokerExtension.class)
class EffectsIT {
  private static final int SIGKILL = 128 + 9;
  private static final int GROUPS = 10;
  private static final Duration LIFE = Duration.ofMinutes(1);

  @TempDir Path folder = Path.of("");

  /**
   * The three are at work at the same time, each with a message that nobody else gets meanwhile.
   */
  @Test
  @DisplayName("workers that die before, during and after their call: one effect for each message")
  void workersThatDieAroundTheirCall(TestBroker broker) throws Exception {
    broker.createTopic("effects", 8);
    broker.createGroup("effects", true);
    Programs programs = new Programs(folder, broker, "effects", "effects");
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    database.migrate();
    try (Endpoint endpoint = new Endpoint();
        Sender sender = new Sender(broker.endpoints(), "effects")) {
      for (int group = 0; group < GROUPS; group++) {
        sender.send("g-" + group, 1, "test.v1", "{\"n\":1}");
        sender.send("g-" + group, 2, "test.v1", "{\"n\":2}");
      }
      try (JavaProcess before = dying(programs, database, Step.EFFECT_CLAIMED, endpoint);
          JavaProcess after = dying(programs, database, Step.EFFECT_CALLED, endpoint);
          JavaProcess during = programs.worker(database, arguments(endpoint, "/stall"))) {
        await().atMost(LIFE).until(() -> endpoint.stalled() == 1);
        during.kill();
        assertThat(before.await(LIFE).exitCode()).as(before.stderr()).isEqualTo(SIGKILL);
        assertThat(after.await(LIFE).exitCode()).as(after.stderr()).isEqualTo(SIGKILL);
      }
      try (JavaProcess last = programs.worker(database, arguments(endpoint, "/"))) {
        await()
            .atMost(LIFE)
            .until(
                () -> endpoint.effects().size() == 2 * GROUPS && settled(database) == 2 * GROUPS);
        last.terminate();
        assertThat(last.await(LIFE).exitCode()).as(last.stderr()).isZero();
      }

      assertThat(endpoint.effects())
          .doesNotHaveDuplicates()
          .containsExactlyInAnyOrderElementsOf(
              database.query("select '\"' || idempotency_key || '\"' from effect"));
      assertThat(database.query("select distinct state from effect")).containsExactly("done");
      // Only the two that had called were called for again, with the same key.
      assertThat(endpoint.requests()).hasSize(2 * GROUPS + 2);
      assertThat(sequences(endpoint).values())
          .hasSize(GROUPS)
          .allSatisfy(sequences -> assertThat(sequences).isSorted());
    }
  }

  private static JavaProcess dying(
      Programs programs, LedgerDatabase database, Step step, Endpoint endpoint) {
    return programs.dyingWorker(database, step.label(), arguments(endpoint, "/"));
  }

  private static int settled(LedgerDatabase database) {
    return Integer.parseInt(
        database.query("select count(*) from inbox where fate = 'applied'").get(0));
  }

  private static Map<String, List<String>> sequences(Endpoint endpoint) {
    return endpoint.requests().stream()
        .map(Endpoint.Request::headers)
        .collect(
            groupingBy(
                headers -> headers.getFirst("ce-partitionkey"),
                mapping(headers -> headers.getFirst("ce-sequence"), toList())));
  }

  private static String[] arguments(Endpoint endpoint, String path) {
    List<String> arguments = new ArrayList<>(List.of("--handler", "http", "--http-allow-private"));
    arguments.addAll(List.of("--http-url", endpoint.url().resolve(path).toString()));
    arguments.addAll(List.of("--http-response-timeout", "3s", "--receive-loops", "1"));
    arguments.addAll(List.of("--invisible-time", "10s", "--max-attempts", "20"));
    return arguments.toArray(String[]::new);
  }
}
