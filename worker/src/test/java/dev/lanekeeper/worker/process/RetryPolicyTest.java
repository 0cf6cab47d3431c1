package dev.lanekeeper.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
  private final RetryPolicy policy =
      new RetryPolicy(3, Duration.ofMillis(200), Duration.ofSeconds(10));

  @RepeatedTest(20)
  void delaysDoubleWithJitterOfAHalfUpToTheCap() {
    assertThat(policy.delayAfter(1)).isBetween(Duration.ofMillis(100), Duration.ofMillis(300));
    assertThat(policy.delayAfter(3)).isBetween(Duration.ofMillis(400), Duration.ofMillis(1200));
    assertThat(policy.delayAfter(1000)).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(15));
  }

  @Test
  void attemptsAreBounded() {
    assertThat(policy.isExhaustedAfter(2)).isFalse();
    assertThat(policy.isExhaustedAfter(3)).isTrue();
    assertThatThrownBy(() -> new RetryPolicy(0, Duration.ofMillis(1), Duration.ofMillis(1)))
        .hasMessageContaining("at least 1 attempt");
    assertThatThrownBy(() -> new RetryPolicy(-1, Duration.ofMillis(1), Duration.ofMillis(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
