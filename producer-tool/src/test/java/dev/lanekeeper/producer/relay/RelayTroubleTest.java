package dev.lanekeeper.producer.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.database.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a relay does when something is away, taken or wrong: the same on every database. */
@ParameterizedClass
@EnumSource(Engine.class)
@Timeout(120)
class RelayTroubleTest {
  private final RelayFixture fixture;
  private final TestOutbox outbox;
  private final RecordingSender sender;

  RelayTroubleTest(Engine engine) {
    fixture = new RelayFixture(engine);
    outbox = fixture.outbox();
    sender = fixture.sender();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void relayThatLosesItsLeaseWhileItSendsMarksWhatIsConfirmedAndYields() throws Exception {
    fixture.write("A", 5);
    sender.afterTheSecond(
        () ->
            outbox.execute(
                "update outbox_relay set holder = 'heir', epoch = 7,"
                    + " held_until = current_timestamp + interval '1' second"));
    List<String> holders = new ArrayList<>();
    sender.beforeEach(() -> holders.addAll(outbox.query("select holder from outbox_relay")));

    Relay relay = fixture.relay("zombie", 3);
    relay.run();

    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(1L, 2L, 3L, 4L, 5L)));
    assertThat(holders).containsExactly("zombie", "zombie", "heir", "zombie", "zombie");
    assertThat(relay.counts()).isEqualTo(new RelayCounts(5, 2, 0, 0, 0));
    assertThat(outbox.query("select epoch from outbox_relay")).containsExactly("8");
  }

  @Test
  void relayWhoseLeaseIsLookedAtHasNotLostIt() throws Exception {
    fixture.write("A", 4);
    Relay relay = fixture.relay("r", 2);
    try (Handle other = outbox.jdbi().open()) {
      sender.afterTheSecond(
          () -> {
            other.begin();
            other.select("select holder from outbox_relay for update").mapTo(String.class).list();
          });
      Future<?> running = fixture.start(relay);
      assertThatThrownBy(
              () -> running.get(4 * RelayFixture.QUIET.toMillis(), TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      other.rollback();
      running.get(60, TimeUnit.SECONDS);
    }

    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(1L, 2L, 3L, 4L)));
    assertThat(relay.counts()).isEqualTo(new RelayCounts(4, 1, 0, 0, 0));
  }

  @Test
  void relaysThatLoseTheirLeaseAtEachPageComeToAnEnd() throws Exception {
    fixture.write("A", 6);
    sender.beforeEach(
        () ->
            outbox.execute(
                "update outbox_relay set holder = 'other', epoch = epoch + 1,"
                    + " held_until = current_timestamp"));
    Relay relay = fixture.relay("r", 2);
    Future<?> running = fixture.start(relay);
    running.get(20, TimeUnit.SECONDS);

    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(1L, 2L, 3L, 4L, 5L, 6L)));
    assertThat(outbox.query("select number from outbox where sent_at is null")).isEmpty();
  }

  @Test
  void brokerThatIsAwayIsWaitedFor() throws Exception {
    fixture.write("A", 2);
    sender.fails(7);

    fixture.relay("r", 10).run();

    assertThat(sender.sequences().getOrDefault("A", List.of()).stream().distinct())
        .containsExactly(1L, 2L);
    assertThat(outbox.query("select number from outbox where sent_at is null")).isEmpty();
  }

  @Test
  void outboxThatCannotBeReadIsNotTakenForAnEmptyOne() throws Exception {
    fixture.write("A", 2);
    outbox.execute("alter table outbox rename to away");
    Relay relay = fixture.relay("r", 10);
    Future<?> running = fixture.start(relay);
    assertThatThrownBy(() -> running.get(4 * RelayFixture.QUIET.toMillis(), TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    outbox.execute("alter table away rename to outbox");
    running.get(60, TimeUnit.SECONDS);

    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(1L, 2L)));
  }

  @Test
  void rowThatCannotBeSentHoldsBackItsGroupOnly() throws Exception {
    fixture.write("A", 3);
    fixture.write("B", 2);
    outbox.execute("update outbox set tag = 'a|b' where message_group = 'A' and sequence = 2");
    Relay relay = fixture.relay("r", 10);
    relay.run();

    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(1L), "B", List.of(1L, 2L)));
    assertThat(relay.counts()).isEqualTo(new RelayCounts(3, 1, 1, 0, 0));
    outbox.execute("update outbox set tag = 'ab' where message_group = 'A' and sequence = 2");
    fixture.relay("r", 10).run();
    assertThat(sender.sequences().get("A")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void rowThatStandsStillIsNoWorkThatKeepsARelayFromItsEnd() throws Exception {
    fixture.write("A", 2);
    outbox.execute("update outbox set tag = 'a|b' where message_group = 'A' and sequence = 2");
    Relay relay = fixture.relay("r", 10, new StandingGroups(() -> System.nanoTime() * 1000));
    Future<?> running = fixture.start(relay);
    running.get(20, TimeUnit.SECONDS);

    assertThat(relay.counts().standingGroups()).isEqualTo(1);
  }

  @Test
  void rowThatStoodStillAndIsGoneIsNotCounted() throws Exception {
    fixture.write("A", 1);
    fixture.write("B", 2);
    outbox.execute("update outbox set tag = 'a|b' where message_group = 'A'");
    sender.afterTheSecond(() -> outbox.execute("delete from outbox where message_group = 'A'"));
    Relay relay = fixture.relay("r", 1);
    relay.run();

    assertThat(sender.sequences()).isEqualTo(Map.of("B", List.of(1L, 2L)));
    assertThat(relay.counts().standingGroups()).isZero();
  }
}
