package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.ProcessingFixture.key;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.group.MessageGroups;
import dev.lanekeeper.worker.inbox.Attempts;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.message.DedupKeyRule;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.operate.GroupOperations;
import dev.lanekeeper.worker.operate.Operator;
import dev.lanekeeper.worker.operate.Payload;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import dev.lanekeeper.worker.testing.TestDatabases;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.StatementContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a second process does between the moment at which the first has put a run on record and the
 * one at which it makes it: the first may stand still there for any time.
 */
@ParameterizedClass
@EnumSource(Engine.class)
class TwoProcessesTest {
  private final ProcessingFixture first;
  private final ProcessingFixture second;

  TwoProcessesTest(Engine engine) {
    String url = TestDatabases.newUrl(engine);
    first = new ProcessingFixture(engine, url);
    second = new ProcessingFixture(engine, url);
  }

  @AfterEach
  void close() {
    second.close();
    first.close();
  }

  @Test
  void positionOfAnAppliedMessageIsNotTakenForItsSuccessor() {
    hold(sequenced("A", 2));
    first.process(sequenced("A", 1));
    betweenRecordAndRun(
        () -> {
          second.aWhilePasses();
          assertThat(second.drain("A")).hasSize(1);
          hold(sequenced("A", 4));
          second.process(sequenced("A", 3));
          second.handlerFails();
          assertThat(second.processing().drainer().drainNext(key("A"), new Run(true)))
              .isInstanceOf(Outcome.TryAgain.class);
          second.handlerSucceeds();
        });

    assertThat(first.processing().drainer().drainNext(key("A"), new Run(true)))
        .isInstanceOf(Outcome.Nothing.class);

    assertThat(second.drain("A")).hasSize(1);
    assertThat(first.effects("A")).containsExactly("1", "2", "3", "4");
    assertThat(first.query("select count(*) from held_message")).containsExactly("0");
  }

  @Test
  void headThatIsReplacedDuringARedriveIsNotAppliedAsItWas() {
    List<String> applied = new ArrayList<>();
    first.handlerFails();
    first.processToTheEnd(sequenced("A", 1));
    first.handlerDoes(
        (message, handle) -> {
          applied.add(new String(message.body(), UTF_8));
          return Optional.empty();
        });
    betweenRecordAndRun(
        () ->
            new GroupOperations(second.database().jdbi())
                .replaceHead(
                    key("A"),
                    new Payload("{\"corrected\":true}".getBytes(UTF_8)),
                    new Operator("test", "mended")));

    first.redrive("A");
    first.redrive("A");

    assertThat(applied).containsExactly("{\"corrected\":true}");
  }

  @Test
  void drainersOfOneGroupDoNotChargeEachOther() {
    hold(sequenced("A", 2));
    first.process(sequenced("A", 1));
    List<Outcome> meanwhile = new ArrayList<>();
    betweenRecordAndRun(
        () -> {
          for (int i = 0; i < 2 * ProcessingFixture.MAX_ATTEMPTS; i++) {
            meanwhile.add(second.processing().drainer().drainNext(key("A"), new Run(true)));
          }
        });

    assertThat(first.drain("A")).hasOnlyElementsOfType(Outcome.Applied.class);

    assertThat(meanwhile).hasOnlyElementsOfType(Outcome.TryAgain.class);
    assertThat(first.query("select attempts from inbox where event_id = '2'")).containsExactly("1");
  }

  @Test
  void redeliveryDoesNotChargeTheOneThatIsAtWork() {
    List<Outcome> meanwhile = new ArrayList<>();
    betweenRecordAndRun(
        () -> {
          for (int i = 0; i < 2 * ProcessingFixture.MAX_ATTEMPTS; i++) {
            meanwhile.add(second.process(sequenced("A", 1), new Run(true)));
          }
        });

    assertThat(first.process(sequenced("A", 1), new Run(true))).isInstanceOf(Outcome.Applied.class);

    assertThat(meanwhile).hasOnlyElementsOfType(Outcome.TryAgain.class);
    assertThat(first.query("select attempts from inbox")).containsExactly("1");
  }

  @Test
  void gapOfAGroupThatIsBusyDoesNotKeepTheOthers() {
    for (String group : List.of("A", "B", "C")) {
      assertThat(second.process(sequenced(group, 2))).isInstanceOf(Outcome.Held.class);
    }
    second.hoursPass();
    second
        .database()
        .jdbi()
        .useTransaction(
            handle -> {
              new MessageGroups().lock(handle, key("B"));
              first.processing().gaps().parkOverdue();
            });

    assertThat(first.query("select name from message_group where state = 'parked' order by name"))
        .containsExactly("A", "C");
  }

  @Test
  void startThatWasLongAgoIsTakenForADeath() {
    betweenRecordAndRun(
        () -> {
          second.aWhilePasses();
          assertThat(second.process(sequenced("A", 1), new Run(true)))
              .isInstanceOf(Outcome.Applied.class);
        });

    assertThat(first.process(sequenced("A", 1), new Run(true)))
        .isInstanceOf(Outcome.Duplicate.class);

    assertThat(first.query("select attempts from inbox")).containsExactly("2");
    assertThat(first.query("select count(*) from attempt")).containsExactly("0");
  }

  @Test
  void failureOfOneWhoseMessageAnotherHasAppliedLeavesNoCountBehind() {
    RawMessage raw = sequenced("A", 1);
    second.process(raw);
    Message message =
        new Decoder(ProcessingFixture.CONSUMER_GROUP, new DedupKeyRule.CloudEvent()).decode(raw);
    first
        .database()
        .jdbi()
        .useTransaction(handle -> new Attempts().fail(handle, message, 1, "cut off"));

    assertThat(first.query("select count(*) from attempt")).containsExactly("0");
  }

  @Test
  void runThatWasPutOnRecordAndNotMadeIsMadeByTheNextPass() {
    Run given = new Run(true);
    first.database().jdbi().setSqlLogger(new Away());
    assertThat(first.process(sequenced("A", 1), given)).isInstanceOf(Outcome.TryAgain.class);
    first.database().jdbi().setSqlLogger(SqlLogger.NOP_SQL_LOGGER);
    assertThat(first.query("select started from attempt")).containsExactly("1");

    assertThat(first.process(sequenced("A", 1), new Run(true))).isInstanceOf(Outcome.Applied.class);
    assertThat(first.query("select attempts from inbox")).containsExactly("1");
  }

  private void hold(RawMessage early) {
    assertThat(second.process(early)).isInstanceOf(Outcome.Held.class);
  }

  private void betweenRecordAndRun(Runnable what) {
    first.database().jdbi().setSqlLogger(new Between(what));
  }

  private static boolean isStart(StatementContext context) {
    String sql = context.getRawSql();
    return sql.contains("started_by = :process")
        || (sql.contains("insert into attempt") && sql.contains(":started_by"));
  }

  /** Runs something once, before the first statement of the transaction after the record. */
  private static final class Between implements SqlLogger {
    private final Runnable what;
    private final AtomicBoolean recorded = new AtomicBoolean();
    private final AtomicBoolean done = new AtomicBoolean();

    private Between(Runnable what) {
      this.what = what;
    }

    @Override
    public void logBeforeExecution(StatementContext context) {
      if (recorded.get() && done.compareAndSet(false, true)) {
        what.run();
      }
    }

    @Override
    public void logAfterExecution(StatementContext context) {
      if (isStart(context)) {
        recorded.set(true);
      }
    }
  }

  /** The database is away for all that follows the record. */
  private static final class Away implements SqlLogger {
    private final AtomicInteger after = new AtomicInteger();

    @Override
    public void logBeforeExecution(StatementContext context) {
      if (after.get() > 0) {
        throw new IllegalStateException(new SQLException("away", "08006"));
      }
    }

    @Override
    public void logAfterExecution(StatementContext context) {
      if (isStart(context)) {
        after.incrementAndGet();
      }
    }
  }
}
