package dev.lanekeeper.benchmark.cell;

import dev.lanekeeper.benchmark.consumer.CommitLog;
import dev.lanekeeper.benchmark.consumer.ConsumerSettings;
import dev.lanekeeper.benchmark.machine.ConsumerProcess;
import dev.lanekeeper.benchmark.machine.LedgerPlace;
import dev.lanekeeper.benchmark.traffic.Operations;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.apache.rocketmq.client.apis.ClientException;
import org.jspecify.annotations.Nullable;

/**
 * One consumer measured once: a backlog is sent, the consumer starts and drains it; then messages
 * come at a steady rate; then, not timed, some more while statements are counted. For one thread.
 */
final class Trial {
  private static final long SEED = 20_261_130;
  private static final int COUNTED = 200;
  private static final double MICROS = 1_000_000;

  private final Lab lab;
  private final Effort effort;
  private final Cell cell;
  private final Variant variant;

  Trial(Lab lab, Effort effort, Cell cell, Variant variant) {
    this.lab = lab;
    this.effort = effort;
    this.cell = cell;
    this.variant = variant;
  }

  Measurement run() throws IOException, ClientException, InterruptedException {
    String name = lab.nextName();
    lab.create(name, effort.queues());
    Operations operations = new Operations(cell.distribution(), effort.groups(), SEED);
    lab.sender().burst(name, operations, effort.backlog());
    if (!variant.hasDatabase()) {
      return measure(name, "none", operations, Optional.empty());
    }
    try (LedgerPlace ledger = lab.newLedger(cell.engine(), name)) {
      return measure(name, ledger.url(), operations, Optional.of(ledger));
    }
  }

  private Measurement measure(
      String name, String url, Operations operations, Optional<LedgerPlace> ledger)
      throws IOException, ClientException, InterruptedException {
    ConsumerSettings settings = lab.consumer(name, url, effort.concurrency(), cell.pause(), 1);
    CommitLog commits =
        CommitLog.create(
            settings.commitLog(), 2 * (effort.backlog() + effort.steadyMessages() + COUNTED));
    try (ConsumerProcess consumer =
        ConsumerProcess.start(
            effort.heap(),
            settings,
            variant.arguments(settings, effort.workerOptions()),
            lab.file(name + ".log"))) {
      Progress progress = new Progress(List.of(commits), List.of(consumer));
      Cpu cpu = drain(progress, consumer, ledger);
      lab.sender().steady(name, operations, effort.steadyMessages(), effort.every());
      progress.await(timed());
      double peak = consumer.peakMemory();
      OptionalDouble statements =
          ledger.isEmpty()
              ? OptionalDouble.empty()
              : statements(name, operations, ledger.get(), progress);
      return measurement(commits, cpu, peak, statements);
    }
  }

  /** Messages of the backlog and those at a steady rate. */
  private int timed() {
    return effort.backlog() + effort.steadyMessages();
  }

  /** Processor time in seconds for 1,000 messages; null where the database is in the consumer. */
  private record Cpu(double consumer, @Nullable Double database) {}

  private Cpu drain(Progress progress, ConsumerProcess consumer, Optional<LedgerPlace> ledger)
      throws InterruptedException {
    progress.await(effort.warmUp());
    int from = progress.committed();
    Duration before = consumer.processorTime();
    Optional<Duration> databaseBefore = ledger.flatMap(LedgerPlace::processorTime);
    progress.await(effort.backlog());
    int messages = Math.max(1, effort.backlog() - from);
    return new Cpu(
        perThousand(before, consumer.processorTime(), messages),
        ledger
            .flatMap(LedgerPlace::processorTime)
            .map(after -> perThousand(databaseBefore.orElseThrow(), after, messages))
            .orElse(null));
  }

  /** Processor time between two readings, in seconds for 1,000 messages. */
  static double perThousand(Duration before, Duration after, int messages) {
    return after.minus(before).toNanos() / MICROS / messages;
  }

  private OptionalDouble statements(
      String name, Operations operations, LedgerPlace ledger, Progress progress)
      throws InterruptedException {
    ledger.beginToCount();
    lab.sender().burst(name, operations, COUNTED);
    progress.await(timed() + COUNTED);
    return ledger.endToCount(COUNTED);
  }

  private Measurement measurement(
      CommitLog commits, Cpu cpu, double peak, OptionalDouble statements) {
    long took =
        commits.get(effort.backlog() - 1).committedMicros()
            - commits.get(effort.warmUp() - 1).committedMicros();
    Percentiles latencies =
        new Percentiles(
            IntStream.range(effort.backlog(), timed())
                .mapToObj(commits::get)
                .mapToDouble(entry -> (entry.committedMicros() - entry.sentMicros()) / 1e3)
                .toArray());
    return new Measurement(
        effort.messages() * MICROS / took,
        latencies.at(50),
        latencies.at(95),
        latencies.at(99),
        cpu.consumer(),
        cpu.database(),
        peak,
        statements.isPresent() ? statements.getAsDouble() : null);
  }
}
