package dev.lanekeeper.benchmark.machine;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Watches the machine while something is measured: how much of it went to processes that have
 * nothing to do with the measurement. Not thread-safe.
 */
public final class Watch {
  private static final double HUNDRED = 100;

  private final Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final List<ProcessHandle> ours;
  private final ProcessorTime.OfMachine machineBefore;
  private final long oursBefore;

  private Watch(List<ProcessHandle> ours) throws IOException {
    this.ours = ours;
    this.machineBefore = ProcessorTime.OfMachine.now();
    this.oursBefore = ticks(ours);
  }

  /**
   * Begins. What this process has started, or will start, belongs to the measurement.
   *
   * @param server so does this one, which is not a child of this process any more
   */
  public static Watch begin(Optional<PostgresServer> server) throws IOException {
    List<ProcessHandle> ours = new ArrayList<>(List.of(ProcessHandle.current()));
    server.map(PostgresServer::process).ifPresent(ours::add);
    return new Watch(ours);
  }

  /** Under what was measured until now. */
  public Conditions conditions() throws IOException {
    var system = ManagementFactory.getOperatingSystemMXBean();
    long bytes =
        system instanceof com.sun.management.OperatingSystemMXBean known
            ? known.getTotalMemorySize()
            : 0;
    return new Conditions(
        begin.toString(),
        system.getAvailableProcessors(),
        bytes >> 30,
        System.getProperty("java.version"),
        Math.round(others() * HUNDRED) / HUNDRED);
  }

  private double others() throws IOException {
    ProcessorTime.OfMachine machine = ProcessorTime.OfMachine.now();
    long busy = machine.busy() - machineBefore.busy();
    long all = busy + machine.idle() - machineBefore.idle();
    long others = busy - (ticks(ours) - oursBefore);
    return Math.max(0, others) / (double) Math.max(1, all);
  }

  private static long ticks(List<ProcessHandle> processes) throws IOException {
    long ticks = 0;
    for (ProcessHandle process : processes) {
      ticks += ProcessorTime.ofTree(process);
    }
    return ticks;
  }
}
