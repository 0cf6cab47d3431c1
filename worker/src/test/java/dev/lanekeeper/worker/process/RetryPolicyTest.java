package dev.lanekeeper.worker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
  private final RetryPolicy policy =
      new RetryPolicy(3, Duration.ofMillis(200), Duration.ofSeconds(10), Duration.ofMinutes(1));

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
    assertThatThrownBy(() -> policy(0, Duration.ofMinutes(1)))
        .hasMessageContaining("at least 1 attempt");
    assertThatThrownBy(() -> policy(-1, Duration.ofMinutes(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void delayThatAHandlerAsksForIsKeptWithinItsBounds() {
    assertThat(policy.bounded(Duration.ofSeconds(7))).isEqualTo(Duration.ofSeconds(7));
    assertThat(policy.bounded(Duration.ofDays(1))).isEqualTo(Duration.ofMinutes(1));
    assertThat(policy.bounded(Duration.ZERO)).isEqualTo(Duration.ofMillis(10));
    assertThatThrownBy(() -> policy(1, Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
  }

  private static RetryPolicy policy(int maxAttempts, Duration longestAskedFor) {
    return new RetryPolicy(
        maxAttempts, Duration.ofMillis(1), Duration.ofMillis(1), longestAskedFor);
  }
}
