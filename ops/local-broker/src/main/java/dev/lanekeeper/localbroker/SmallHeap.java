package dev.lanekeeper.localbroker;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Asks the running JVM to give memory back, since {@code java -jar} alone lets the heap grow to a
 * quarter of the machine. These are the flags that HotSpot lets a running process change.
 */
final class SmallHeap {
  /** In this order, since the lower ratio may never be above the higher one. */
  private static final List<Flag> FLAGS =
      List.of(
          new Flag("MinHeapFreeRatio", "10"),
          new Flag("MaxHeapFreeRatio", "30"),
          new Flag("G1PeriodicGCInterval", "5000"));

  private record Flag(String name, String value) {}

  private SmallHeap() {}

  static void request() {
    HotSpotDiagnosticMXBean diagnostics =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    for (Flag flag : FLAGS) {
      try {
        diagnostics.setVMOption(flag.name(), flag.value());
      } catch (IllegalArgumentException e) {
        System.err.println("local-broker: the heap may grow: " + e.getMessage());
      }
    }
  }
}
