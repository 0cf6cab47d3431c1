package dev.lanekeeper.benchmark.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WatchTest {
  private static final long TICKS = 20; // A fifth of a second.

  @Test
  @DisplayName("a machine's busy time is that of processes, without waits and interrupts")
  void machine() {
    assertThat(ProcessorTime.OfMachine.parse("cpu  1 2 4 8 16 32 64 128 0 0"))
        .isEqualTo(new ProcessorTime.OfMachine(1 + 2 + 4 + 128, 8 + 16));
  }

  @Test
  @DisplayName("a process's time has that of its ended children, whatever its name is")
  void process() {
    assertThat(ProcessorTime.parse("7 (a) b (c) R 1 7 7 0 -1 0 9 9 9 9 1 2 4 8 20 0 1 0 99\n"))
        .isEqualTo(1 + 2 + 4 + 8);
  }

  @Test
  @DisplayName("what children use is ours, while they live and when they have ended")
  void children() throws Exception {
    ProcessHandle self = ProcessHandle.current();
    long before = ProcessorTime.ofTree(self);
    Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try {
      while (ProcessorTime.ofTree(busy.toHandle()) < TICKS) {
        Thread.onSpinWait();
      }
      assertThat(ProcessorTime.ofTree(self)).isGreaterThanOrEqualTo(before + TICKS);
    } finally {
      busy.destroyForcibly().waitFor();
    }
    assertThat(ProcessorTime.ofTree(self)).isGreaterThanOrEqualTo(before + TICKS);
  }

  @Test
  @DisplayName("others' part of the machine is between nothing and all, and told from a tenth on")
  void others() throws Exception {
    Conditions conditions = Watch.begin(Optional.empty()).conditions();
    assertThat(conditions.others()).isBetween(0.0, 1.0);
    assertThat(with(0.09).text()).isEqualTo("2 cores, 23 GiB, JDK 17, now");
    assertThat(with(0.256).text())
        .isEqualTo("2 cores, 23 GiB, JDK 17, now; **others used 26 % of the machine: no result**");
  }

  private static Conditions with(double others) {
    return new Conditions("now", 2, 23, "17", others);
  }
}
