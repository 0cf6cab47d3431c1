package dev.lanekeeper.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Time in which a missing message cannot come is none that its group has waited in vain. */
class GapWatchTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  private long now = Long.MAX_VALUE - 1; // It may overflow.
  private boolean outage;
  private final GapWatch watch = new GapWatch(TIMEOUT, () -> outage, () -> now);

  @Test
  void nothingIsParkedBeforeTheWorkerHasReceivedForSoLong() {
    assertThat(isLongEnoughAfter(TIMEOUT.minusSeconds(1))).isFalse();
    assertThat(isLongEnoughAfter(Duration.ofSeconds(1))).isTrue();
    assertThat(isLongEnoughAfter(Duration.ofSeconds(2))).isTrue();
  }

  @Test
  void anOutageBeginsTheTimeAnew() {
    assertThat(isLongEnoughAfter(TIMEOUT)).isTrue();
    outage = true;
    assertThat(isLongEnoughAfter(TIMEOUT.multipliedBy(2))).isFalse();
    outage = false;
    assertThat(isLongEnoughAfter(TIMEOUT.minusSeconds(1))).isFalse();
    assertThat(isLongEnoughAfter(Duration.ofSeconds(1))).isTrue();
  }

  private boolean isLongEnoughAfter(Duration time) {
    now += time.toNanos();
    watch.run();
    return watch.isLongEnough();
  }
}
