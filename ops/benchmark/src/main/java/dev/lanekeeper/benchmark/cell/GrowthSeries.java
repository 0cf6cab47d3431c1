package dev.lanekeeper.benchmark.cell;

import dev.lanekeeper.benchmark.consumer.CommitLog;
import dev.lanekeeper.benchmark.consumer.ConsumerSettings;
import dev.lanekeeper.benchmark.machine.Conditions;
import dev.lanekeeper.benchmark.machine.ConsumerProcess;
import dev.lanekeeper.benchmark.machine.LedgerPlace;
import dev.lanekeeper.benchmark.machine.Watch;
import dev.lanekeeper.benchmark.traffic.Operations;
import dev.lanekeeper.program.database.Engine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.client.apis.ClientException;

/**
 * A backlog of more and more message groups, drained by one worker in push mode on PostgreSQL: does
 * it slow down, and does it grow? For one thread.
 *
 * @param effort how many messages a backlog has; more where it has more groups
 * @param groups how many each has: one message of each in turn, then another one of each
 * @param progress where a line for each goes
 */
public record GrowthSeries(
    Path brokerJar, Effort effort, List<Integer> groups, PrintWriter progress) {
  private static final int TENTHS = 10;
  private static final double MICROS = 1_000_000;

  /**
   * One backlog, drained.
   *
   * @param perSecond messages a second, without the first tenth
   * @param secondTenth messages a second in the second tenth of the backlog
   * @param lastTenth and in its last
   * @param earlyHeapMib what was alive in the worker's heap after the first tenth
   * @param heapMib and after the last
   * @param peakMib the most memory that the process had resident
   * @param cpuPerThousand processor time of the worker in seconds, for 1,000 messages
   * @param databaseCpuPerThousand and of PostgreSQL
   */
  public record Drained(
      int groups,
      int messages,
      double perSecond,
      double secondTenth,
      double lastTenth,
      double earlyHeapMib,
      double heapMib,
      double peakMib,
      double cpuPerThousand,
      double databaseCpuPerThousand) {}

  /** What came of all. */
  public record Outcome(Effort effort, Conditions conditions, List<Drained> backlogs) {}

  /** Measures one backlog after the other. */
  public Outcome run() throws IOException, ClientException, InterruptedException {
    List<Drained> backlogs = new ArrayList<>();
    try (Lab lab = Lab.start(brokerJar, true)) {
      Watch watch = lab.watch();
      for (int number : groups) {
        Drained drained = measure(lab, number, Math.max(number, effort.messages()));
        backlogs.add(drained);
        progress.println(drained);
        progress.flush();
      }
      return new Outcome(effort, watch.conditions(), backlogs);
    }
  }

  private Drained measure(Lab lab, int number, int messages)
      throws IOException, ClientException, InterruptedException {
    String name = lab.nextName();
    lab.create(name, effort.queues());
    lab.sender().burst(name, Operations.inTurn(number), messages);
    progress.printf("%,d messages of %,d groups are sent%n", messages, number);
    progress.flush();
    try (LedgerPlace ledger = lab.newLedger(Engine.POSTGRESQL, name)) {
      ConsumerSettings settings =
          lab.consumer(name, ledger.url(), effort.concurrency(), Duration.ZERO, 1);
      CommitLog commits = CommitLog.create(settings.commitLog(), 2 * messages);
      try (ConsumerProcess worker =
          ConsumerProcess.start(
              effort.heap(),
              settings,
              Variant.D.arguments(settings, effort.workerOptions()),
              lab.file(name + ".log"))) {
        Progress drain = new Progress(List.of(commits), List.of(worker));
        drain.await(messages / TENTHS);
        double early = worker.liveHeap();
        int from = drain.committed();
        Duration before = worker.processorTime();
        Duration databaseBefore = ledger.processorTime().orElseThrow();
        drain.await(messages);
        int measured = Math.max(1, messages - from);
        return new Drained(
            number,
            messages,
            perSecond(commits, 1, TENTHS),
            perSecond(commits, 1, 2),
            perSecond(commits, TENTHS - 1, TENTHS),
            early,
            worker.liveHeap(),
            worker.peakMemory(),
            Trial.perThousand(before, worker.processorTime(), measured),
            Trial.perThousand(databaseBefore, ledger.processorTime().orElseThrow(), measured));
      }
    }
  }

  /** From one tenth of the commits to another. */
  private static double perSecond(CommitLog commits, int fromTenth, int toTenth) {
    int all = commits.size();
    int from = (int) ((long) all * fromTenth / TENTHS);
    int to = (int) ((long) all * toTenth / TENTHS) - 1;
    return (to - from)
        * MICROS
        / (commits.get(to).committedMicros() - commits.get(from).committedMicros());
  }
}
