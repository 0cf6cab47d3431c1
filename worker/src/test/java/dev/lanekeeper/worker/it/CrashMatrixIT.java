package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.fault.Step;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.CrashCell;
import dev.lanekeeper.worker.testing.CrashTable;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.OnceAndInOrder;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestLedger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Workers that are killed with SIGKILL exactly at a step of a message's life. */
@ExtendWith(BrokerExtension.class)
class CrashMatrixIT {
  private static final int SIGKILL = 128 + 9;
  private static final int AT_ONCE = 3;
  private static final Duration LIFE = Duration.ofMinutes(2);

  /** More than the lives of a worker here, so that no crash uses up the attempts of a message. */
  private static final String[] ARGUMENTS = {
    "--receive-loops", "1",
    "--invisible-time", "10s",
    "--max-attempts", "20",
    "--backoff-initial", "1ms",
    "--backoff-max", "10ms",
    "--until-idle", "14s"
  };

  private static final String PART = System.getProperty("crash.matrix", "");

  @TempDir Path folder = Path.of("");

  /**
   * Each life takes only one message beyond what it settles, and leaves only one of the queues
   * without an acknowledge, so the next one finds what it needs at once.
   */
  @Test
  @DisplayName("a worker that dies at one step after the other, on one topic")
  void workerThatDiesAtOneStepAfterTheOther(TestBroker broker) throws Exception {
    broker.createTopic("crash", 16);
    broker.createGroup("crash", true);
    Programs programs = new Programs(folder, broker, "crash", "crash");
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    TestLedger slow =
        new TestLedger()
            .add("create", "L", "t1", 1, 100, "pause-once:6000")
            .add("add", "L", "t2", 2, 11, "");
    TestLedger orders = TestLedger.interleaved(8, 6, 12);
    TestLedger poisonous =
        new TestLedger()
            .add("create", "P", "t1", 1, 100, "")
            .add("add", "P", "t2", 2, 13, "fail:20")
            .add("add", "P", "t3", 3, 17, "");

    programs.replay(slow);
    die(programs, database, Step.LEASE_EXTENDED, 1);
    programs.replay(orders.only(entry -> entry.sequence() % 2 == 0));
    die(programs, database, Step.HELD, 2);
    programs.replay(orders.only(entry -> entry.sequence() % 2 == 1));
    die(programs, database, Step.RECEIVED, 1);
    die(programs, database, Step.DECODED, 2);
    die(programs, database, Step.GROUP_LOCKED, 1);
    die(programs, database, Step.ATTEMPT_RECORDED, 1);
    die(programs, database, Step.INBOX_WRITTEN, 1);
    die(programs, database, Step.HANDLER_RAN, 1);
    die(programs, database, Step.COMMITTED, 1);
    die(programs, database, Step.ACKNOWLEDGED, 2);
    die(programs, database, Step.DRAINED, 1);
    programs.replay(poisonous);
    die(programs, database, Step.PARKED, 1);
    programs.drain(programs.faultyWorker(database, ARGUMENTS));
    JavaProcess.Result redrive = programs.dyingRedrive(database, "redriven:1", "P").await(LIFE);
    assertThat(redrive.exitCode()).as(redrive.stderr()).isEqualTo(SIGKILL);
    programs.groups(database, "redrive", "P", "--reason", "mended");

    TestLedger all = new TestLedger();
    List.of(slow, orders, poisonous).forEach(part -> all.entries().addAll(part.entries()));
    OnceAndInOrder.check(database, all);
  }

  private static void die(Programs programs, LedgerDatabase database, Step step, int passing)
      throws InterruptedException {
    String fault = step.label() + ":" + passing;
    JavaProcess.Result death = programs.dyingWorker(database, fault, ARGUMENTS).await(LIFE);
    assertThat(death.exitCode()).as("%s: %s", fault, death.stderr()).isEqualTo(SIGKILL);
  }

  @Test
  @DisplayName(
      "every step, in both modes, on both engines: -Dcrash.matrix=all, or a part: simple-h2")
  @EnabledIfSystemProperty(
      named = "crash.matrix",
      matches = ".+",
      disabledReason = "takes minutes, and writes its table into worker/README.md")
  void everyStepModeAndEngine(TestBroker broker) throws Exception {
    Map<CrashCell, String> results = new LinkedHashMap<>();
    Map<String, String> failures = new TreeMap<>();
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      Map<CrashCell, Future<CrashCell.Result>> running = new LinkedHashMap<>();
      for (CrashCell cell : CrashTable.cells(PART)) {
        Path ownFolder = Files.createDirectory(folder.resolve(cell.toString()));
        running.put(cell, threads.submit(() -> cell.run(ownFolder, broker)));
      }
      for (Map.Entry<CrashCell, Future<CrashCell.Result>> entry : running.entrySet()) {
        results.put(entry.getKey(), describe(entry.getKey(), entry.getValue(), failures));
      }
    } finally {
      threads.shutdownNow();
    }
    CrashTable.write(Path.of(System.getProperty("basedir", "."), "README.md"), results);
    assertThat(failures).isEmpty();
  }

  private static String describe(
      CrashCell cell, Future<CrashCell.Result> future, Map<String, String> failures)
      throws InterruptedException {
    try {
      CrashCell.Result result = future.get();
      return "%d + %d, %d".formatted(result.before(), result.after(), result.repeated());
    } catch (ExecutionException failure) {
      failures.put(cell.toString(), String.valueOf(failure.getCause()));
      return "**failed**";
    }
  }
}
