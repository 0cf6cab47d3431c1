package dev.lanekeeper.worker.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.fault.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * A cell of the crash matrix: a worker, or for a redrive an operator's process, that is killed with
 * SIGKILL at one step of one message's life, and started again. The ledger is the same everywhere
 * but for what the step needs: early messages, a poisonous one, or a slow one.
 */
public record CrashCell(Step step, Way way, Engine engine) {

  /** How the worker takes its messages. */
  public enum Way {
    SIMPLE("--mode", "simple"),
    PUSH("--mode", "push"),
    /** Several messages to a transaction, from the first one on. */
    SHARED("--mode", "simple", "--messages-per-transaction", "3", "--cautious-start", "0s");

    private final List<String> options;

    Way(String... options) {
      this.options = List.of(options);
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final int SIGKILL = 128 + 9;
  private static final int ORDERS = 3;
  private static final int OPERATIONS = 5;
  private static final Duration LIFE = Duration.ofMinutes(2);

  /**
   * What a cell came to.
   *
   * @param before operations that had been applied when the process died
   * @param after operations that were applied after it was started again
   * @param repeated messages that came again although they were settled
   */
  public record Result(int before, int after, int repeated) {}

  /** Why there is no such cell, where there is none. */
  Optional<String> missing() {
    return switch (step) {
      case LEASE_EXTENDED -> isPush() ? Optional.of("the proxy's work") : Optional.empty();
      // A message goes alone where its attempt is put on record or its group is locked first.
      case GROUP_LOCKED, ATTEMPT_RECORDED ->
          way == Way.SHARED ? Optional.of("goes alone") : Optional.empty();
      default -> Optional.empty();
    };
  }

  private boolean isPush() {
    return way == Way.PUSH;
  }

  /** Kills, starts again, and checks what is in the database then. */
  public Result run(Path folder, TestBroker broker) throws InterruptedException {
    String name = toString();
    broker.createTopic(name, way == Way.SHARED ? 1 : 2);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(engine, folder);
    TestLedger ledger = ledger();
    send(programs, ledger);

    die(programs, database);
    int before = database.applied();
    int repeated = startAgain(programs, database);

    OnceAndInOrder.check(database, ledger);
    return new Result(before, ledger.size() - before, repeated);
  }

  private TestLedger ledger() {
    TestLedger noted = new TestLedger();
    List<TestLedger.Entry> entries =
        new ArrayList<>(TestLedger.interleaved(ORDERS, OPERATIONS, 11).entries());
    if (way == Way.SHARED) { // One of each order in a batch.
      entries.sort(Comparator.comparing(TestLedger.Entry::sequence));
    }
    for (TestLedger.Entry entry : entries) {
      noted.add(
          entry.operation(),
          entry.order(),
          entry.transaction(),
          entry.sequence(),
          entry.cents(),
          note(entry));
    }
    return noted;
  }

  private String note(TestLedger.Entry entry) {
    return switch (step) {
      case LEASE_EXTENDED ->
          entry.order().equals("O-0") && entry.sequence() == 1 ? "pause-once:6000" : "";
      case PARKED, REDRIVEN -> entry.order().equals("O-1") && entry.sequence() == 2 ? "fail:3" : "";
      case RECEIVED,
          DECODED,
          GROUP_LOCKED,
          ATTEMPT_RECORDED,
          EFFECT_CLAIMED,
          EFFECT_CALLED,
          INBOX_WRITTEN,
          HANDLER_RAN,
          COMMITTED,
          ACKNOWLEDGED,
          HELD,
          DRAINED ->
          "";
    };
  }

  /** Every other message first, where early ones are wanted. */
  private void send(Programs programs, TestLedger ledger) throws InterruptedException {
    if (step == Step.HELD || step == Step.DRAINED) {
      programs.replay(ledger.only(entry -> entry.sequence() % 2 == 0));
      programs.replay(ledger.only(entry -> entry.sequence() % 2 == 1));
    } else {
      programs.replay(ledger);
    }
  }

  private String fault() {
    int passing =
        switch (step) {
          case LEASE_EXTENDED, PARKED -> 1;
          case RECEIVED, HELD, DRAINED, REDRIVEN -> 2;
          // In the middle of a transaction that is shared.
          case INBOX_WRITTEN, HANDLER_RAN -> way == Way.SHARED ? 2 : 3;
          case DECODED,
              GROUP_LOCKED,
              ATTEMPT_RECORDED,
              EFFECT_CLAIMED,
              EFFECT_CALLED,
              COMMITTED,
              ACKNOWLEDGED ->
              3;
        };
    return step.label() + ":" + passing;
  }

  private void die(Programs programs, LedgerDatabase database) throws InterruptedException {
    JavaProcess.Result death;
    if (step == Step.REDRIVEN) {
      programs.drain(worker(programs, database, "8s"));
      death = programs.dyingRedrive(database, fault(), "O-1").await(LIFE);
    } else {
      death = programs.dyingWorker(database, fault(), arguments("60s")).await(LIFE);
    }
    assertThat(death.exitCode()).as("%s: %s", this, death.stderr()).isEqualTo(SIGKILL);
  }

  private int startAgain(Programs programs, LedgerDatabase database) throws InterruptedException {
    int repeated = 0;
    if (step != Step.REDRIVEN) {
      JavaProcess.Result end = programs.drain(worker(programs, database, isPush() ? "40s" : "14s"));
      repeated = JsonMapper.shared().readTree(end.stdout()).get(0).path("duplicate").asInt();
    }
    if (step == Step.REDRIVEN || step == Step.PARKED) {
      programs.groups(database, "redrive", "O-1", "--reason", "mended");
    }
    return repeated;
  }

  /** Ends when no message has come for longer than those of the dead are kept from others. */
  private JavaProcess worker(Programs programs, LedgerDatabase database, String untilIdle) {
    return programs.faultyWorker(database, arguments(untilIdle));
  }

  private String[] arguments(String untilIdle) {
    List<String> arguments = new ArrayList<>(way.options);
    arguments.addAll(List.of("--concurrency", "3", "--invisible-time", "10s"));
    arguments.addAll(List.of("--max-attempts", "3", "--until-idle", untilIdle));
    return arguments.toArray(String[]::new);
  }

  @Override
  public String toString() {
    return "crash-%s-%s-%s"
        .formatted(step.label(), way.label(), engine.name().toLowerCase(Locale.ROOT));
  }
}
