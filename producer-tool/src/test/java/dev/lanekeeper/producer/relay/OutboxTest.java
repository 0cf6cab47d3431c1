package dev.lanekeeper.producer.relay;

import static dev.lanekeeper.producer.relay.TestOutbox.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Engine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The rows of the outbox, from their writing to their end: the same on every database. */
@ParameterizedClass
@EnumSource(Engine.class)
@Timeout(120)
class OutboxTest {
  private final RelayFixture fixture;
  private final TestOutbox outbox;
  private final RecordingSender sender;

  OutboxTest(Engine engine) {
    fixture = new RelayFixture(engine);
    outbox = fixture.outbox();
    sender = fixture.sender();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void rowsThatCannotBeInTurnAreNotRead() {
    fixture.write("A", 120);
    fixture.write("B", 2);
    outbox.jdbi().useHandle(handle -> TestOutbox.writeNumbered(handle, "C", 2));
    outbox.write("D", "{}");

    assertThat(fixture.unsent()).extracting(OutboxRow::messageGroup).containsOnly("A");
    assertThat(fixture.unsent("A"))
        .extracting(OutboxRow::messageGroup)
        .containsExactly("B", "B", "D");
    fixture.mark(fixture.unsent("A"));
    assertThat(fixture.unsent("A")).isEmpty();
    assertThat(fixture.unsent())
        .hasSize(100)
        .last()
        .extracting(OutboxRow::sequence)
        .isEqualTo(100L);
    outbox.jdbi().useHandle(handle -> TestOutbox.writeNumbered(handle, "C", 1));
    assertThat(fixture.unsent("A", "B")).extracting(OutboxRow::sequence).containsExactly(2L, 1L);
  }

  @Test
  void groupsThatWaitForAMissingNumberAreCounted() throws Exception {
    fixture.write("B", 1);
    outbox.jdbi().useHandle(handle -> TestOutbox.writeNumbered(handle, "A", 3));
    outbox.jdbi().useHandle(handle -> TestOutbox.writeNumbered(handle, "B", 3));
    outbox.jdbi().useHandle(handle -> TestOutbox.writeNumbered(handle, "B", 4));
    Relay relay = fixture.relay("r", 10);
    relay.run();

    assertThat(relay.counts()).isEqualTo(new RelayCounts(1, 1, 0, 2, 1));
    outbox.jdbi().useHandle(handle -> TestOutbox.writeNumbered(handle, "B", 2));
    Relay next = fixture.relay("r", 10);
    next.run();
    assertThat(next.counts()).isEqualTo(new RelayCounts(3, 1, 0, 1, 1));
  }

  @Test
  void limitsAreCheckedInTheApplicationsTransaction() {
    assertThatThrownBy(() -> outbox.write("\u00e9".repeat(32), "{}")).isNotNull();
    assertThatThrownBy(() -> outbox.write("A", "")).isNotNull();
    assertThat(outbox.query("select number from outbox")).isEmpty();
    assertThat(outbox.query("select message_group from outbox_group")).isEmpty();
  }

  @Test
  void marksOfARelayThatWasTakenForDeadNeitherGoBackNorSkip() {
    fixture.write("A", 5);
    List<OutboxRow> sentByTheZombie = fixture.unsent().subList(0, 3);

    fixture.mark(fixture.unsent().subList(0, 2));
    assertThat(outbox.query("select last_sequence from outbox_sent")).containsExactly("2");
    fixture.mark(sentByTheZombie);
    assertThat(outbox.query("select last_sequence from outbox_sent")).containsExactly("3");
    fixture.mark(fixture.unsent());
    List<String> times = outbox.query("select sent_at from outbox order by sequence");
    fixture.mark(sentByTheZombie);

    assertThat(outbox.query("select last_sequence from outbox_sent")).containsExactly("5");
    assertThat(outbox.query("select sent_at from outbox order by sequence")).isEqualTo(times);
    outbox.execute("delete from outbox where sequence = 1");
    fixture.mark(sentByTheZombie);
    assertThat(outbox.query("select last_sequence from outbox_sent")).containsExactly("5");
  }

  @Test
  void rowsSentLongAgoAreRemovedAndTheirGroupGoesOn() throws Exception {
    fixture.write("A", OldOutboxRows.BATCH + 3);
    fixture.relay("r", 100).run();
    outbox.execute(
        "update outbox set sent_at = timestamp with time zone '2020-01-01 00:00:00+00:00'"
            + " where sequence <= 502");
    outbox.write("A", "{}");
    OldOutboxRows old = new OldOutboxRows(TOPIC, Duration.ofDays(7));

    assertThat(outbox.jdbi().<Integer, RuntimeException>withHandle(old::purge)).isEqualTo(500);
    assertThat(outbox.jdbi().<Integer, RuntimeException>withHandle(old::purge)).isEqualTo(2);
    assertThat(outbox.jdbi().<Integer, RuntimeException>withHandle(old::purge)).isZero();
    assertThat(outbox.query("select sequence from outbox order by sequence"))
        .containsExactly("503", "504");
    sender.forget();
    fixture.relay("r", 100).run();
    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(504L)));
  }

  @Test
  void oldRowsAreRemovedByTheActiveRelay() throws Exception {
    fixture.write("A", 2);
    fixture.relay("r", 10).run();
    outbox.execute(
        "update outbox set sent_at = timestamp with time zone '2020-01-01 00:00:00+00:00'");

    fixture.relay("r", 10).run();

    assertThat(outbox.query("select sequence from outbox")).isEmpty();
  }

  @Test
  void databaseWithoutAnOutboxIsNamed() {
    outbox.execute("drop table outbox_relay");
    try (OutboxDatabase database = new OutboxDatabase(outbox.settings(1))) {
      assertThatThrownBy(database::requireOutbox)
          .isInstanceOf(ProgramException.class)
          .hasMessageContaining("has no outbox; make it: worker.jar migrate");
    }
  }
}
