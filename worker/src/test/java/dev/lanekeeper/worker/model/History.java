package dev.lanekeeper.worker.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.worker.model.Operation.Trouble;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.LocalTestBroker;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.RestartablePostgres;
import dev.lanekeeper.worker.testing.Sender;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.core.ThrowingRunnable;

/** Runs one scenario with real programs, mends all that is broken, and compares with the model. */
final class History {
  /**
   * A push client that was killed keeps its queues for two minutes, a simple one for ten seconds.
   */
  private static final Duration LONG = Duration.ofSeconds(180);

  private static final Duration OFTEN = Duration.ofMillis(200);
  private static final int QUEUES = 4;

  private final Scenario scenario;
  private final Model model;
  private final LocalTestBroker broker;
  private final RestartablePostgres server;
  private final Programs programs;
  private final LedgerDatabase database;
  private final String name;
  private final Ledger ledger;
  private final Set<Operation> sent = new HashSet<>();

  History(
      Scenario scenario,
      String name,
      Path folder,
      LocalTestBroker broker,
      RestartablePostgres server) {
    this.scenario = scenario;
    this.model = new Model(scenario);
    this.name = name;
    this.broker = broker;
    this.server = server;
    this.programs = new Programs(folder, broker, name, name);
    this.database = new LedgerDatabase(server);
    this.ledger = new Ledger(database.url(), name);
  }

  /** Runs it to its end, in one of the worker's modes. */
  void run(String mode) throws Exception {
    broker.createTopic(name, QUEUES);
    broker.createGroup(name, true);
    programs.migrate(database);
    try (Workers workers = new Workers(scenario.workers(), () -> worker(mode));
        Sender sender = new Sender(broker.endpoints(), name)) {
      try {
        for (Step step : scenario.steps()) {
          step.sends().forEach(operation -> send(sender, operation));
          sent.addAll(step.sends());
          awaitProgress(workers, sent.size() - step.backlog());
          strike(step, workers);
        }
        resumeOrders();
        awaitQuiet(workers);
        repair(workers);
        awaitEnd(workers);
        workers.stopAll();
      } catch (Exception | Error failure) {
        failure.addSuppressed(new AssertionError(workers.logs()));
        throw failure;
      }
    }
  }

  private static void send(Sender sender, Operation operation) {
    sender.send(
        operation.order(),
        operation.sequence(),
        operation.kind(),
        operation.body(),
        operation.last());
  }

  private JavaProcess worker(String mode) {
    return programs.faultyWorker(
        database,
        "--mode",
        mode,
        "--messages-per-transaction",
        Integer.toString(scenario.messagesPerTransaction()),
        "--cautious-start",
        scenario.messagesPerTransaction() > 1 ? "0s" : "5m",
        "--invisible-time",
        "10s",
        "--max-attempts",
        Integer.toString(Scenario.MAX_ATTEMPTS),
        "--backoff-initial",
        "20ms",
        "--backoff-max",
        "200ms");
  }

  private void awaitProgress(Workers workers, int settled) {
    awaitThat(
        workers, () -> assertThat(ledger.settled()).as("settled").isGreaterThanOrEqualTo(settled));
    assertThat(model.ordersThatPark()).as("orders that park").containsAll(ledger.parked().keySet());
  }

  private void strike(Step step, Workers workers) throws Exception {
    switch (step.fault()) {
      case NONE -> {}
      case KILL_WORKER -> workers.kill(step.target());
      case RESTART_WORKER -> workers.restart(step.target());
      case KILL_BROKER -> {
        broker.kill();
        broker.startAgain();
      }
      case RESTART_BROKER -> {
        broker.stop();
        broker.startAgain();
      }
      case KILL_DATABASE -> {
        server.kill();
        server.startAgain();
      }
      case RESTART_DATABASE -> {
        server.stopImmediately();
        server.startAgain();
      }
      case PAUSE_ORDER -> ledger.pause("O-" + step.target() % scenario.orders().size());
      case RESUME_ORDERS -> resumeOrders();
      case REDRIVE -> redrive();
    }
  }

  private void resumeOrders() {
    ledger.paused().forEach(ledger::resume);
  }

  /** In the operator's process no handler fails as the notes say. */
  private void redrive() throws InterruptedException {
    JavaProcess.Result result = programs.operate(database, "groups", "redrive", "--all-parked");
    assertThat(result.exitCode()).as(result.stderr()).isIn(0, 65);
  }

  /**
   * What can move has moved; what is parked is what the model says, for the reason that it says.
   */
  private void awaitQuiet(Workers workers) {
    awaitThat(
        workers,
        () -> {
          Set<String> redriven = redriven();
          assertThat(ledger.settled()).as("settled").isEqualTo(scenario.operations().size());
          assertThat(ledger.parked()).as("parked").isEqualTo(model.parked(redriven));
          assertThat(ledger.commits()).as("commits").isEqualTo(model.commits(redriven));
          assertThat(broker.lag(name, name)).as("not acknowledged").isZero();
        });
  }

  private Set<String> redriven() {
    Set<String> applied = ledger.applied();
    return scenario.operations().stream()
        .filter(operation -> operation.trouble() == Trouble.FAILS)
        .map(operation -> operation.order() + "#" + operation.sequence())
        .filter(applied::contains)
        .collect(Collectors.toSet());
  }

  /** One operation after the other, as an operator would, until no order is parked. */
  private void repair(Workers workers) throws Exception {
    Set<String> mended = new HashSet<>(redriven());
    Map<String, String> parked = ledger.parked();
    while (!parked.isEmpty()) {
      for (String order : parked.keySet()) {
        Operation head = head(order, mended);
        mended.add(order + "#" + head.sequence());
        if (head.trouble() == Trouble.REPLACED) {
          ledger.replaceHead(head);
        } else if (head.trouble() == Trouble.SKIPPED) {
          ledger.skipHead(head);
        }
      }
      redrive();
      // A redrive also brings through those that fail in workers only.
      awaitThat(
          workers,
          () -> {
            Set<String> through = new HashSet<>(mended);
            through.addAll(redriven());
            assertThat(ledger.parked()).as("parked").isEqualTo(model.parked(through));
            assertThat(ledger.commits()).as("commits").isEqualTo(model.commits(through));
          });
      mended.addAll(redriven());
      parked = ledger.parked();
    }
  }

  private Operation head(String order, Set<String> mended) {
    return scenario.operations().stream()
        .filter(operation -> operation.order().equals(order) && operation.parks())
        .filter(operation -> !mended.contains(order + "#" + operation.sequence()))
        .findFirst()
        .orElseThrow(() -> new AssertionError(order + " is parked without a reason"));
  }

  private void awaitEnd(Workers workers) {
    awaitThat(
        workers,
        () -> {
          assertThat(ledger.pending()).as("pending").isEmpty();
          assertThat(ledger.states()).as("states").isEqualTo(model.states());
          assertThat(ledger.fates()).as("fates").isEqualTo(model.fates());
          assertThat(ledger.commits()).as("commits").isEqualTo(model.commits(everything()));
          assertThat(ledger.balances()).as("balances").isEqualTo(model.balances());
          assertThat(ledger.deadLetters()).as("dead letters").isEqualTo(model.deadLetters());
          assertThat(broker.lag(name, name)).as("not acknowledged").isZero();
        });
  }

  private Set<String> everything() {
    return scenario.operations().stream()
        .map(operation -> operation.order() + "#" + operation.sequence())
        .collect(Collectors.toSet());
  }

  private static void awaitThat(Workers workers, ThrowingRunnable assertion) {
    await()
        .atMost(LONG)
        .pollInterval(OFTEN)
        .pollDelay(Duration.ZERO)
        .untilAsserted(
            () -> {
              workers.keepRunning();
              assertion.run();
            });
  }
}
