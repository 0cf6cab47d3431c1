package dev.lanekeeper.benchmark.machine;

import java.util.Locale;

/**
 * Under what figures were measured. Immutable.
 *
 * @param at when the run began
 * @param processors of the machine
 * @param memoryGib of the machine
 * @param java the JVM's version
 * @param others the part of the machine's processor time, from 0 to 1, that went to processes that
 *     have nothing to do with the measurement, while it ran; from a tenth on it is none
 */
public record Conditions(String at, int processors, long memoryGib, String java, double others) {
  private static final double TOO_MUCH = 0.1;

  /** For people; says so when others used the machine. */
  public String text() {
    return String.format(
        Locale.ROOT, "%d cores, %d GiB, JDK %s, %s%s", processors, memoryGib, java, at, warning());
  }

  private String warning() {
    return others < TOO_MUCH
        ? ""
        : String.format(
            Locale.ROOT, "; **others used %.0f %% of the machine: no result**", others * 100);
  }
}
