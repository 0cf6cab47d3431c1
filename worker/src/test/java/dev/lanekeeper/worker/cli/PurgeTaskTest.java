package dev.lanekeeper.worker.cli;

import static dev.lanekeeper.worker.testing.Messages.last;
import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.ProcessingFixture.CONSUMER_GROUP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.inbox.Purge;
import dev.lanekeeper.worker.inbox.Retention;
import dev.lanekeeper.worker.observe.OutageLog;
import dev.lanekeeper.worker.observe.PurgeMetrics;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.receive.Outage;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PurgeTaskTest {
  private static final Duration DAY = Duration.ofDays(1);

  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.H2, OnExhausted.PARK, FirstSequence.ONE);
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<Throwable> fatal = new ArrayList<>();
  private long now;
  private final Outage outage =
      new Outage(Outage.Side.SETTLING, Duration.ZERO, () -> now, new OutageLog());
  private final PurgeTask task =
      new PurgeTask(
          new Purge(fixture.database().jdbi(), CONSUMER_GROUP, "this", new Retention(DAY, DAY)),
          new PurgeMetrics(registry),
          () -> now,
          outage,
          fatal::add);

  @AfterEach
  void close() {
    fixture.close();
    assertThat(fatal).isEmpty();
  }

  @Test
  void whatIsRemovedIsCounted() {
    fixture.process(sequenced("A", 1));
    fixture.process(sequenced("A", 2));
    fixture.process(last("B", 1));
    fixture.hoursPass();
    execute("update inbox set settled_at = timestamp '2020-01-01 00:00:00'");
    runOften();

    assertThat(count("lanekeeper.inbox.purged")).isEqualTo(3);
    assertThat(count("lanekeeper.groups.purged")).isEqualTo(1);
    assertThat(fixture.query("select event_id from inbox")).isEmpty();
    assertThat(fixture.query("select name from message_group")).containsExactly("A");
  }

  @Test
  void nothingIsRemovedDuringAnOutageAndItIsMadeUpForAfterIt() {
    fixture.process(sequenced("A", 1));
    execute("update inbox set settled_at = timestamp '2020-01-01 00:00:00'");
    outage.failed(new IllegalStateException("away"));
    runOften();
    assertThat(count("lanekeeper.inbox.purged")).isZero();

    outage.worked();
    now += Duration.ofMinutes(1).toNanos();
    runOften();
    assertThat(count("lanekeeper.inbox.purged")).isEqualTo(1);
  }

  private void runOften() {
    for (int i = 0; i < 10; i++) {
      task.run();
    }
  }

  private void execute(String sql) {
    fixture.database().jdbi().useHandle(handle -> handle.execute(sql));
  }

  private double count(String name) {
    return registry.get(name).counter().count();
  }
}
