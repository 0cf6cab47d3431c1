package dev.lanekeeper.worker.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SilenceTest {
  private long now = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos(); // It may overflow.
  private final Silence silence = new Silence(() -> now);

  @Test
  void lastsFromTheFirstReceiveThatWasAskedForUntilOneReturns() {
    after(10);
    assertThat(silence.length()).isZero();
    silence.asked();
    after(10);
    silence.asked();
    after(10);
    assertThat(silence.length()).isEqualTo(Duration.ofSeconds(20));
    silence.broken();
    after(10);
    assertThat(silence.length()).isZero();
  }

  /** The proxy is up, and the broker behind it is not: a client built anew would hear the same. */
  @Test
  void errorThatTheProxyAnswersWithIsASignOfLifeButNoReturn() {
    silence.asked();
    for (int i = 0; i < 60; i++) {
      after(10);
      silence.answered();
      silence.asked();
    }
    after(3);
    assertThat(silence.length()).isEqualTo(Duration.ofSeconds(3));
    assertThat(silence.withoutReturn()).isEqualTo(Duration.ofSeconds(603));
  }

  @Test
  void pauseIsNoSilence() {
    Gate gate = new Gate(silence);
    silence.asked();
    gate.shut();
    assertThat(silence.length()).isZero();
    silence.asked(); // By a loop that had passed just before.
    after(600);
    gate.open();
    assertThat(silence.length()).isZero();
  }

  private void after(int seconds) {
    now += Duration.ofSeconds(seconds).toNanos();
  }
}
