package dev.lanekeeper.benchmark.machine;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Under what figures were measured. Immutable.
 *
 * @param at when the run began
 * @param processors of the machine
 * @param memoryGib of the machine
 * @param java the JVM's version
 * @param load processes that wanted a core over the minute before; above a quarter of the cores,
 *     figures are of a loaded machine
 */
public record Conditions(String at, int processors, long memoryGib, String java, double load) {
  private static final double LOADED = 0.25;

  /** Those of this machine now. */
  public static Conditions ofNow() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    long bytes =
        system instanceof com.sun.management.OperatingSystemMXBean known
            ? known.getTotalMemorySize()
            : 0;
    return new Conditions(
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        system.getAvailableProcessors(),
        bytes >> 30,
        System.getProperty("java.version"),
        Math.round(system.getSystemLoadAverage() * 100) / 100.0);
  }

  /** For people; says so when others used the machine. */
  public String text() {
    return "%d cores, %d GiB, JDK %s, %s%s"
        .formatted(
            processors,
            memoryGib,
            java,
            at,
            load > processors * LOADED
                ? "; **others used the machine (load %s): no result**".formatted(load)
                : "");
  }
}
