package dev.lanekeeper.worker.cli;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.api.IdempotencyKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.Reconciliation;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.OnUnknownEffect;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Issue 6, "worker.jar effects": the commands as they are typed. */
class EffectCommandsTest {
  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.H2, OnExhausted.PARK, FirstSequence.ONE);
  private final Caller caller = new Caller();
  private String key = "";

  /** Groups A and B are parked: nobody knows whether their effects happened. */
  @BeforeEach
  void park() {
    fixture.callsOutside(caller, OnUnknownEffect.PARK);
    caller.broken = true;
    fixture.processToTheEnd(sequenced("A", 1));
    fixture.processToTheEnd(sequenced("B", 1));
    caller.broken = false;
    key = fixture.query("select idempotency_key from effect where message_group = 'A'").get(0);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void listShowsWhatIsOpen() {
    assertThat(run("effects", "list").out())
        .contains("key", "state", "group", "owner")
        .contains(key, "unknown", "/test/A#1");
    JsonNode json = JsonMapper.shared().readTree(run("effects", "list", "--output", "json").out());
    assertThat(json.size()).isEqualTo(2);
    assertThat(json.get(0).path("key").asString()).isEqualTo(key);
    assertThat(run("effects", "list", "--effect-state", "done").out().lines()).hasSize(1);
  }

  @Test
  void showSaysWhatToDo() {
    assertThat(run("effects", "show", key.substring(0, 12)).out())
        .contains("state          unknown", "message        /test/A#1")
        .contains("effects resolve " + key)
        .contains("groups redrive A");
    assertThat(run("effects", "show", "0000000000").exitCode()).isEqualTo(65);
    assertThat(run("effects", "show", "%").err()).contains("is no idempotency key");
    assertThat(run("groups", "explain", "A").out())
        .contains("Nobody knows whether the effect of /test/A#1")
        .contains("effects resolve");
  }

  @Test
  void whatHappenedIsSettledByTheRedriveWithoutACall() {
    assertThat(run("effects", "resolve", key, "--happened").exitCode()).isEqualTo(64);
    CommandRun resolved =
        run("effects", "resolve", key, "--happened", "--result", "r", "--reason", "saw it");
    assertThat(resolved.out())
        .isEqualTo(key + " happened; if its group is parked: groups redrive A\n");
    assertThat(redrive("A").exitCode()).isZero();
    assertThat(caller.calls).isEqualTo(2);
    assertThat(fixture.query("select result from inbox")).containsExactly("r");
    assertThat(run("groups", "show", "A").out()).contains("resolve-effect").contains("saw it");
    assertThat(run("effects", "resolve", key, "--happened", "--reason", "again").err())
        .contains("it is done, so there is nothing to decide");
  }

  @Test
  void whatDidNotHappenIsMadeByTheRedrive() {
    run("effects", "resolve", key, "--did-not-happen", "--reason", "asked them");
    assertThat(redrive("A").exitCode()).isZero();
    assertThat(caller.calls).isEqualTo(3);
    assertThat(fixture.query("select result from inbox")).containsExactly("called");
  }

  @Test
  void redriveWithoutADecisionStaysParked() {
    assertThat(redrive("A", "--on-unknown-effect", "park").exitCode()).isEqualTo(65);
    assertThat(caller.calls).isEqualTo(2);
    assertThat(run("groups", "list").out()).contains("unknown effect");
  }

  @Test
  void handlersAreAskedAboutAll() {
    assertThat(run("effects", "reconcile"))
        .satisfies(run -> assertThat(run.exitCode()).isEqualTo(65))
        .satisfies(run -> assertThat(run.out()).contains("its handler cannot tell either"));
    caller.answer = Reconciliation.happened(Optional.of("found"));
    assertThat(run("effects", "reconcile").exitCode()).isZero();
    assertThat(run("effects", "list").out().lines()).hasSize(1);
    assertThat(redrive("A").exitCode() + redrive("B").exitCode()).isZero();
    assertThat(caller.calls).isEqualTo(2);
    assertThat(fixture.query("select result from inbox")).containsExactly("found", "found");
  }

  /** H2 would take it, PostgreSQL would not; and too long a one neither. */
  @Test
  void resultThatCannotBeStoredDoesNotUndoWhatWasFoundOut() {
    caller.answer = Reconciliation.happened(Optional.of("a\0b"));
    assertThat(run("effects", "reconcile").exitCode()).isZero();
    assertThat(fixture.query("select result from effect"))
        .allSatisfy(result -> assertThat(result).startsWith("(not stored: "));
  }

  @Test
  void handlerThatIsBrokenIsNoEndOfTheCommand() {
    caller.brokenClass = true;
    assertThat(run("effects", "reconcile"))
        .satisfies(run -> assertThat(run.exitCode()).isEqualTo(65))
        .satisfies(run -> assertThat(run.out()).contains("failed: java.lang.NoClassDefFoundError"));
  }

  @Test
  void claimThatIsAliveIsLeftAlone() {
    fixture
        .database()
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "update effect set state = 'in_progress',"
                        + " claimed_until = timestamp '2100-01-01 00:00:00'"));
    assertThat(run("effects", "resolve", key, "--did-not-happen", "--reason", "x").err())
        .contains("has claimed it until 2100");
    assertThat(run("effects", "reconcile").out().lines()).hasSize(1);
    assertThat(fixture.query("select distinct state from effect")).containsExactly("in_progress");
  }

  @Test
  void claimThatHasEndedIsDecidedToo() {
    fixture
        .database()
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "update effect set state = 'in_progress',"
                        + " claimed_until = timestamp '2020-01-01 00:00:00'"));
    assertThat(run("effects", "resolve", key, "--did-not-happen", "--reason", "x").exitCode())
        .isZero();
    assertThat(fixture.query("select state from effect where message_group = 'A'"))
        .containsExactly("failed");
  }

  private CommandRun redrive(String... arguments) {
    List<String> all = new ArrayList<>(List.of("groups", "redrive"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--reason", "decided"));
    return run(all.toArray(String[]::new));
  }

  private CommandRun run(String... arguments) {
    return CommandRun.of(fixture, caller, arguments);
  }

  private static final class Caller implements EffectHandler {
    private boolean broken;
    private boolean brokenClass;
    private int calls;
    private Reconciliation answer = Reconciliation.unknown();

    @Override
    public Optional<String> call(Message message, IdempotencyKey idempotencyKey) {
      calls++;
      if (broken) {
        throw new IllegalStateException("no answer");
      }
      return Optional.of("called");
    }

    @Override
    public Reconciliation reconcile(Message message, IdempotencyKey idempotencyKey) {
      if (brokenClass) {
        throw new NoClassDefFoundError("gone");
      }
      return answer;
    }
  }
}
