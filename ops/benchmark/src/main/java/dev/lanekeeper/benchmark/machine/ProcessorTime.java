package dev.lanekeeper.benchmark.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Processor time as Linux counts it, in ticks since the machine, or a process, began (proc(5)).
 * Time in interrupts is left out: the kernel does not say whose they are. Stateless.
 */
final class ProcessorTime {
  private static final Path PROC = Path.of("/proc");

  /** Of the line {@code cpu} in /proc/stat: user, nice, system, and what other machines took. */
  private static final List<Integer> BUSY = List.of(1, 2, 3, 8);

  private static final int IDLE = 4;
  private static final int WAITING_FOR_DISK = 5;

  /** Behind the name in /proc/PID/stat: its own time, and that of its children that have ended. */
  private static final List<Integer> OF_PROCESS = List.of(11, 12, 13, 14);

  private ProcessorTime() {}

  /**
   * What all cores have spent.
   *
   * @param busy with processes
   * @param idle with none
   */
  record OfMachine(long busy, long idle) {
    static OfMachine now() throws IOException {
      try (Stream<String> lines = Files.lines(PROC.resolve("stat"))) {
        return parse(lines.findFirst().orElseThrow());
      }
    }

    static OfMachine parse(String cpuLine) {
      String[] fields = cpuLine.trim().split("\\s+");
      return new OfMachine(sum(fields, BUSY), sum(fields, List.of(IDLE, WAITING_FOR_DISK)));
    }
  }

  /** What a process has spent with its descendants, whether they live or have ended. */
  static long ofTree(ProcessHandle root) throws IOException {
    List<ProcessHandle> tree = Stream.concat(Stream.of(root), root.descendants()).toList();
    long ticks = 0;
    for (ProcessHandle process : tree) {
      try {
        ticks += parse(Files.readString(PROC.resolve(process.pid() + "/stat")));
      } catch (NoSuchFileException ended) {
        continue; // Its parent has its time now.
      }
    }
    return ticks;
  }

  static long parse(String processStat) {
    String behindName = processStat.substring(processStat.lastIndexOf(')') + 1);
    return sum(behindName.trim().split("\\s+"), OF_PROCESS);
  }

  private static long sum(String[] fields, List<Integer> which) {
    return which.stream().flatMapToLong(i -> LongStream.of(Long.parseLong(fields[i]))).sum();
  }
}
