package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/**
 * Processing of messages with effects outside the database, with one connection in all: whatever
 * would need a second while it holds one cannot pass.
 */
final class EffectFixture implements AutoCloseable {
  private final ProcessingFixture fixture;
  private final Connection keptOpen;
  private final Caller caller = new Caller();

  EffectFixture(Engine engine) throws SQLException {
    fixture = new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ONE);
    var pool = fixture.database().dataSource();
    keptOpen =
        DriverManager.getConnection(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword());
    pool.getHikariConfigMXBean().setConnectionTimeout(1000);
    pool.getHikariConfigMXBean().setMinimumIdle(1);
    pool.getHikariConfigMXBean().setMaximumPoolSize(1);
    pool.getHikariPoolMXBean().softEvictConnections();
    policy(OnUnknownEffect.AUTO);
  }

  ProcessingFixture processing() {
    return fixture;
  }

  Caller caller() {
    return caller;
  }

  @Override
  public void close() throws SQLException {
    keptOpen.close();
    fixture.close();
  }

  /** Another process looks, and finds the last attempt started long ago. */
  void usedUp(String change) {
    fixture.processDies();
    fixture.database().jdbi().useHandle(handle -> handle.execute("update " + change));
  }

  void policy(OnUnknownEffect policy) {
    fixture.callsOutside(caller, policy);
  }

  /** As SIGKILL would have it: nothing is written once the call was made. */
  void dieInTheCall() {
    caller.during = Caller::die;
    assertThatThrownBy(() -> fixture.process(sequenced("A", 1))).isInstanceOf(Caller.Killed.class);
    caller.during = () -> {};
    fixture.processDies();
  }

  void claimsEnd() {
    fixture
        .database()
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "update effect set claimed_until = timestamp '2020-01-01 00:00:00'"));
  }

  List<String> states() {
    return fixture.query("select state || ' ' || epoch from effect order by event_id");
  }
}
