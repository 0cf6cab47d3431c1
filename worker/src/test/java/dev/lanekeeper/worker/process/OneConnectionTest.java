package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.again;
import static dev.lanekeeper.worker.testing.Messages.last;
import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.ProcessingFixture.CONSUMER_GROUP;
import static dev.lanekeeper.worker.testing.ProcessingFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.inbox.Purge;
import dev.lanekeeper.worker.inbox.Retention;
import dev.lanekeeper.worker.operate.GroupCounts;
import dev.lanekeeper.worker.operate.GroupOperations;
import dev.lanekeeper.worker.operate.GroupRedrive;
import dev.lanekeeper.worker.operate.GroupReport;
import dev.lanekeeper.worker.operate.Operator;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Issue 4, "Pools": nothing takes a second connection while it has one. */
@ParameterizedClass
@EnumSource(Engine.class)
class OneConnectionTest {
  private static final Operator OPERATOR = new Operator("ada", "because of a test");

  private final ProcessingFixture fixture;

  /** Beside the pool: an H2 database in memory would be gone with its last connection. */
  private final Connection keptOpen;

  OneConnectionTest(Engine engine) throws SQLException {
    fixture = new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ONE);
    var pool = fixture.database().dataSource();
    keptOpen =
        DriverManager.getConnection(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword());
    pool.getHikariConfigMXBean().setConnectionTimeout(1000);
    pool.getHikariConfigMXBean().setMinimumIdle(1);
    pool.getHikariConfigMXBean().setMaximumPoolSize(1);
    pool.getHikariPoolMXBean().softEvictConnections();
  }

  @AfterEach
  void close() throws SQLException {
    keptOpen.close();
    fixture.close();
  }

  @Test
  void everythingWorksWithOneConnection() throws Exception {
    var jdbi = fixture.database().jdbi();
    GroupOperations operations = new GroupOperations(jdbi);
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Duplicate.class);
    assertThat(fixture.process(sequenced("A", 3))).isInstanceOf(Outcome.Held.class);
    assertThat(fixture.processToTheEnd(again(sequenced("A", 2), 2)))
        .isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.drain("A")).hasSize(1);
    operations.pause(key("A"), OPERATOR);
    operations.resume(key("A"), OPERATOR);
    fixture.process(last("A", 4));

    fixture.handlerFails();
    assertThat(fixture.processToTheEnd(sequenced("B", 1))).isInstanceOf(Outcome.Parked.class);
    fixture.handlerSucceeds();
    fixture.process(sequenced("B", 2));
    assertThat(
            new GroupRedrive(jdbi, fixture.processing().redrive(), OPERATOR)
                .redrive(key("B"), () -> {})
                .processed())
        .isEqualTo(2);
    fixture.process(sequenced("C", 2));
    fixture.hoursPass();
    fixture.processing().gaps().parkOverdue();
    operations.skipHead(key("C"), OPERATOR);
    assertThat(new GroupReport(jdbi).show(key("C"))).isPresent();
    assertThat(fixture.drain("C")).hasSize(1);
    assertThat(GroupCounts.read(jdbi, CONSUMER_GROUP).held()).isZero();

    Purge purge =
        new Purge(jdbi, CONSUMER_GROUP, "this", new Retention(Duration.ZERO, Duration.ZERO));
    assertThat(purge.next().inboxRows()).isEqualTo(7);
    assertThat(purge.next().groups()).isEqualTo(1);
    assertThat(fixture.database().dataSource().getHikariPoolMXBean().getTotalConnections())
        .isEqualTo(1);
    assertThat(fixture.failures()).doesNotContain(FailureClassifier.Kind.ENVIRONMENT);
  }
}
