package dev.lanekeeper.producer.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StandingGroupsTest {
  private long now = Long.MAX_VALUE - 5; // A monotonic clock may overflow.
  private final StandingGroups groups = new StandingGroups(() -> now);

  @Test
  void groupStandsForAWhileAndIsThenLookedAtAgain() {
    groups.stand(row(2), "its tag");

    assertThat(groups.resting()).containsExactly("A");
    now += Duration.ofSeconds(29).toNanos();
    assertThat(groups.resting()).containsExactly("A");
    now += Duration.ofSeconds(2).toNanos();
    assertThat(groups.resting()).isEmpty();
    assertThat(groups.count()).isEqualTo(1);
  }

  @Test
  void groupGoesOnOnceItsRowIsSent() {
    groups.stand(row(2), "its tag");
    groups.sent(row(2));

    assertThat(groups.resting()).isEmpty();
    assertThat(groups.count()).isZero();
  }

  private static OutboxRow row(long sequence) {
    return new OutboxRow(
        sequence,
        "A",
        sequence,
        sequence - 1,
        "/s",
        "1",
        "t",
        Optional.empty(),
        Optional.empty(),
        "application/json",
        Optional.empty(),
        false,
        Optional.empty(),
        new byte[1]);
  }
}
