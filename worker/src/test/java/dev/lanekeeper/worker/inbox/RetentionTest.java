package dev.lanekeeper.worker.inbox;

import static dev.lanekeeper.worker.testing.Messages.again;
import static dev.lanekeeper.worker.testing.Messages.last;
import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.Messages.unsequenced;
import static dev.lanekeeper.worker.testing.ProcessingFixture.CONSUMER_GROUP;
import static dev.lanekeeper.worker.testing.ProcessingFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.operate.GroupOperations;
import dev.lanekeeper.worker.operate.Operator;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.time.Duration;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is removed when it is old, and what never: the same on every database (case B11). */
@ParameterizedClass
@EnumSource(Engine.class)
class RetentionTest {
  private static final Retention RETENTION = new Retention(Duration.ofDays(7), Duration.ofDays(90));
  private static final Operator OPERATOR = new Operator("ada", "because of a test");

  private final ProcessingFixture fixture;
  private final Purge purge;

  RetentionTest(Engine engine) {
    fixture = new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ONE);
    purge = purgeAs("this");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void onlyAppliedRowsOlderThanTheRetentionGo() {
    fixture.process(sequenced("A", 1));
    fixture.process(sequenced("A", 2));
    daysPass(4);
    fixture.process(sequenced("A", 3));
    daysPass(4);

    assertThat(purge.next()).isEqualTo(new Purged(2, 0, true));
    assertThat(purge.next()).isEqualTo(Purged.NOTHING);
    assertThat(fixture.query("select event_id from inbox")).containsExactly("3");
  }

  /** The process's clock may have jumped, and is not asked: only the database's is put on here. */
  @Test
  void ageIsMeasuredByTheDatabasesClockAlone() {
    fixture.process(sequenced("A", 1));
    fixture.process(last("B", 1));
    daysPass(8);

    assertThat(purgeAt("- interval '8' day").next()).isEqualTo(Purged.NOTHING);
    assertThat(purgeAt("- interval '2' day").next()).isEqualTo(Purged.NOTHING);
    Purge ahead = purgeAt("+ interval '91' day");
    assertThat(ahead.next()).isEqualTo(new Purged(2, 0, true));
    assertThat(ahead.next()).isEqualTo(new Purged(0, 1, true));
    assertThat(groups()).isEqualTo("A open 1");
  }

  /** A purge whose database is ahead of this process's clock, or behind it. */
  private Purge purgeAt(String shift) {
    Jdbi shifted =
        Jdbi.create(fixture.database().dataSource())
            .setTemplateEngine(
                (sql, context) -> sql.replace("current_timestamp", "current_timestamp " + shift));
    return new Purge(shifted, CONSUMER_GROUP, "this", RETENTION);
  }

  @Test
  void highWaterMarkRefusesWhatComesAgainAfterItsRowIsGone() {
    fixture.process(sequenced("A", 1));
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("B", 1));
    fixture.process(last("B", 2));
    daysPass(8);
    purgeAll();
    assertThat(fixture.query("select event_id from inbox")).isEmpty();
    int runs = fixture.runs();

    assertThat(fixture.processToTheEnd(again(sequenced("A", 1), 2)))
        .isInstanceOf(Outcome.Duplicate.class);
    assertThat(fixture.process(sequenced("A", 2))).isInstanceOf(Outcome.Duplicate.class);
    assertThat(fixture.process(sequenced("B", 1))).isInstanceOf(Outcome.Duplicate.class);
    assertThat(fixture.processToTheEnd(again(last("B", 2), 2)))
        .isInstanceOf(Outcome.Duplicate.class);

    assertThat(fixture.runs()).isEqualTo(runs);
    assertThat(fixture.query("select event_id from held_message")).isEmpty();
    assertThat(fixture.process(sequenced("A", 3))).isInstanceOf(Outcome.Applied.class);
    assertThat(groups()).isEqualTo("A open 3, B ended 2");
  }

  @Test
  void messageWithoutASequenceIsAppliedAgainOnceItsRowIsGone() {
    fixture.process(unsequenced("A", "x"));
    assertThat(fixture.process(unsequenced("A", "x"))).isInstanceOf(Outcome.Duplicate.class);
    daysPass(8);
    purgeAll();

    assertThat(fixture.process(unsequenced("A", "x"))).isInstanceOf(Outcome.Applied.class);
  }

  @Test
  void whatIsUnsettledHeldOrDeadStays() {
    fixture.handlerFails();
    fixture.processToTheEnd(sequenced("A", 1));
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("C", 1));
    fixture.handlerDoes(
        (message, handle) -> {
          throw new RejectedMessageException("never");
        });
    fixture.processToTheEnd(sequenced("B", 1));
    new GroupOperations(fixture.database().jdbi()).skipHead(key("B"), OPERATOR);
    daysPass(400);

    assertThat(purge.next()).isEqualTo(Purged.NOTHING);
    assertThat(fixture.query("select message_group || status || why from held_message order by 1"))
        .containsExactly("Aheldattempts", "Aheldbehind", "Bdeadrejected");
    assertThat(fixture.query("select message_group || fate from inbox"))
        .containsExactly("Bdead-lettered");
    assertThat(fixture.query("select source || started from attempt")).containsExactly("/test/C1");
    assertThat(fixture.query("select author from operator_action")).containsExactly("ada");
  }

  @Test
  void bothSidesOfAConflictStay() {
    fixture.process(sequenced("A", 1));
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("A", 1, "{\"other\":1}"));
    fixture.process(unsequenced("B", "x"));
    daysPass(400);
    purgeAll();

    assertThat(fixture.query("select why from held_message")).containsExactly("conflict");
    assertThat(fixture.query("select event_id from inbox where body is not null"))
        .containsExactly("1");
  }

  @Test
  void messageOfASkippedGapIsStillToldFromARepeat() {
    fixture.process(sequenced("A", 2));
    fixture.hoursPass();
    fixture.processing().gaps().parkOverdue();
    new GroupOperations(fixture.database().jdbi()).skipHead(key("A"), OPERATOR);
    fixture.drain("A");
    daysPass(400);
    purgeAll();

    assertThat(fixture.process(sequenced("A", 2))).isInstanceOf(Outcome.Duplicate.class);
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.GivenUp.class);
    assertThat(fixture.query("select why from held_message")).containsExactly("gap");
  }

  @Test
  void onlyEndedGroupsGoAfterTheirRetention() {
    fixture.process(sequenced("open", 1));
    fixture.process(sequenced("waiting", 2));
    new GroupOperations(fixture.database().jdbi()).pause(key("open2"), OPERATOR);
    fixture.handlerFails();
    fixture.processToTheEnd(sequenced("parked", 1));
    fixture.handlerSucceeds();
    fixture.process(last("ended", 1));
    daysPass(89);
    purgeAll();
    assertThat(fixture.query("select name from message_group")).contains("ended");

    daysPass(2);
    purgeAll();
    assertThat(groups())
        .isEqualTo("open open 1, open2 paused 0, parked parked 0, waiting waiting 0");
  }

  @Test
  void groupThatEndsIsAsOldAsItsEnd() {
    fixture.process(sequenced("A", 1));
    fixture.process(unsequenced("B", "x"));
    daysPass(400);
    fixture.process(last("A", 2));
    purgeAll();
    daysPass(10);
    purgeAll();

    assertThat(groups()).isEqualTo("A ended 2, B open 0");
  }

  @Test
  void endedGroupWithADeadLetterStays() {
    fixture.process(last("A", 1));
    fixture.process(sequenced("A", 2));
    daysPass(400);
    purgeAll();

    assertThat(groups()).isEqualTo("A ended 1");
    assertThat(fixture.query("select why from held_message")).containsExactly("ended");
  }

  @Test
  void batchesAreSmallAndEachIsCommitted() {
    for (int sequence = 1; sequence <= 2 * OldInboxRows.BATCH + 1; sequence++) {
      fixture.process(sequenced("A", sequence));
    }
    daysPass(8);

    assertThat(purge.next().inboxRows()).isEqualTo(OldInboxRows.BATCH);
    assertThat(fixture.query("select count(*) from inbox"))
        .containsExactly(String.valueOf(OldInboxRows.BATCH + 1));
    assertThat(purge.next().inboxRows()).isEqualTo(OldInboxRows.BATCH);
    assertThat(purge.next().inboxRows()).isEqualTo(1);
  }

  @Test
  void othersLeaveWhileOneWorks() {
    fixture.process(sequenced("A", 1));
    daysPass(8);
    PurgeTurn turn = new PurgeTurn(CONSUMER_GROUP, "other");
    fixture.database().jdbi().useHandle(turn::prepare);
    daysPass(1);
    fixture
        .database()
        .jdbi()
        .useTransaction(
            (Handle handle) -> {
              assertThat(turn.take(handle)).isPresent();
              // On another connection, as another process would: it does not even wait.
              assertThat(purge.next()).isEqualTo(Purged.NOTHING);
            });
    // Between two batches of the other too.
    assertThat(purge.next()).isEqualTo(Purged.NOTHING);
    assertThat(fixture.query("select event_id from inbox")).containsExactly("1");

    // The other is not heard of for a while.
    daysPass(1);
    assertThat(purge.next().inboxRows()).isEqualTo(1);
    assertThat(purgeAs("other").next()).isEqualTo(Purged.NOTHING);
    assertThat(fixture.query("select holder from purge_turn")).containsExactly("this");
  }

  private Purge purgeAs(String holder) {
    return new Purge(fixture.database().jdbi(), CONSUMER_GROUP, holder, RETENTION);
  }

  private void purgeAll() {
    while (purge.next().moreMayFollow()) {
      // The next batch.
    }
  }

  private String groups() {
    return String.join(
        ", ",
        fixture.query(
            "select name || ' ' || state || ' ' || last_sequence from message_group order by name"));
  }

  /** Moves what the database knows into the past. */
  private void daysPass(int days) {
    int hours = days * 24;
    fixture
        .database()
        .jdbi()
        .useHandle(
            handle -> {
              for (String column :
                  new String[] {
                    "inbox.settled_at",
                    "held_message.held_at",
                    "message_group.changed_at",
                    "attempt.last_started_at",
                    "operator_action.done_at",
                    "purge_turn.taken_at"
                  }) {
                String[] parts = column.split("\\.", 2);
                handle.execute(
                    "update %s set %s = %s - interval '%d' hour"
                        .formatted(parts[0], parts[1], parts[1], hours));
              }
            });
  }
}
