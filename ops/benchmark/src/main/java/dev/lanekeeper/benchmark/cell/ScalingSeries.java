package dev.lanekeeper.benchmark.cell;

import dev.lanekeeper.benchmark.consumer.CommitLog;
import dev.lanekeeper.benchmark.consumer.ConsumerSettings;
import dev.lanekeeper.benchmark.machine.Conditions;
import dev.lanekeeper.benchmark.machine.ConsumerProcess;
import dev.lanekeeper.benchmark.machine.LedgerPlace;
import dev.lanekeeper.benchmark.machine.Watch;
import dev.lanekeeper.benchmark.traffic.Distribution;
import dev.lanekeeper.benchmark.traffic.Operations;
import dev.lanekeeper.program.database.Engine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.rocketmq.client.apis.ClientException;

/**
 * More queues and more workers at the same backlog, on one PostgreSQL, with a handler that waits.
 * For one thread.
 *
 * @param effort how many messages are drained each time, of how many groups, and how often
 * @param progress where a line for each measurement goes
 */
public record ScalingSeries(Path brokerJar, Effort effort, PrintWriter progress) {
  /** How long the handler waits beside its statements. */
  public static final Duration PAUSE = Duration.ofMillis(5);

  private static final List<Variant> MODES = List.of(Variant.E, Variant.D);
  private static final List<Integer> QUEUES = List.of(4, 16);
  private static final List<Integer> WORKERS = List.of(1, 2, 4);
  private static final double MICROS = 1_000_000;

  /** With so many commits a worker counts as being at work. */
  private static final int FIRST = 50;

  /** What is measured. */
  public record Size(Variant mode, int queues, int workers) {}

  /** What came of all: messages a second, one for each repetition. */
  public record Outcome(Effort effort, Conditions conditions, Map<Size, List<Double>> runs) {}

  /** Measures it, the sizes in turn. */
  public Outcome run() throws IOException, ClientException, InterruptedException {
    Map<Size, List<Double>> runs = new LinkedHashMap<>();
    try (Lab lab = Lab.start(brokerJar, true)) {
      Watch watch = lab.watch();
      for (int repetition = 1; repetition <= effort.repetitions(); repetition++) {
        for (Size size : sizes()) {
          double perSecond = measure(lab, size);
          runs.computeIfAbsent(size, none -> new ArrayList<>()).add(perSecond);
          progress.printf(
              "repetition %d of %d: %s: %.0f a second%n",
              repetition, effort.repetitions(), size, perSecond);
          progress.flush();
        }
      }
      return new Outcome(effort, watch.conditions(), runs);
    }
  }

  private static List<Size> sizes() {
    List<Size> sizes = new ArrayList<>();
    for (Variant mode : MODES) {
      for (int queues : QUEUES) {
        WORKERS.forEach(workers -> sizes.add(new Size(mode, queues, workers)));
      }
    }
    return sizes;
  }

  private double measure(Lab lab, Size size)
      throws IOException, ClientException, InterruptedException {
    String name = lab.nextName();
    lab.create(name, size.queues());
    lab.sender()
        .burst(
            name,
            new Operations(Distribution.UNIFORM, effort.groups(), effort.backlog()),
            effort.backlog());
    try (LedgerPlace ledger = lab.newLedger(Engine.POSTGRESQL, name)) {
      return drain(lab, size, name, ledger);
    }
  }

  private double drain(Lab lab, Size size, String name, LedgerPlace ledger)
      throws IOException, InterruptedException {
    List<CommitLog> commits = new ArrayList<>();
    List<ConsumerProcess> workers = new ArrayList<>();
    try {
      for (int worker = 1; worker <= size.workers(); worker++) {
        ConsumerSettings settings =
            lab.consumer(name, ledger.url(), effort.concurrency(), PAUSE, worker);
        commits.add(CommitLog.create(settings.commitLog(), 2 * effort.backlog()));
        workers.add(
            ConsumerProcess.start(
                effort.heap(),
                settings,
                size.mode().arguments(settings, effort.workerOptions()),
                lab.file(name + "-" + worker + ".log")));
      }
      new Progress(commits, workers).await(effort.backlog());
      return perSecond(commits);
    } finally {
      workers.forEach(ConsumerProcess::close);
    }
  }

  /** From when the warm-up is through and every worker is at work: no JVM's start is counted. */
  private double perSecond(List<CommitLog> commits) {
    long allAtWork = commits.stream().mapToLong(ScalingSeries::atWork).max().orElseThrow();
    long[] times =
        commits.stream()
            .flatMapToLong(
                log -> IntStream.range(0, log.size()).mapToLong(i -> log.get(i).committedMicros()))
            .sorted()
            .skip(effort.warmUp())
            .filter(time -> time >= allAtWork)
            .toArray();
    if (times.length < effort.messages() / 4) {
      throw new IllegalStateException(
          "the backlog was gone before all workers were at work; give more --messages");
    }
    return (times.length - 1) * MICROS / (times[times.length - 1] - times[0]);
  }

  private static long atWork(CommitLog log) {
    return log.size() < FIRST ? Long.MAX_VALUE : log.get(FIRST - 1).committedMicros();
  }
}
