package dev.lanekeeper.worker.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SightTest {
  private static final Duration PATIENCE = Duration.ofSeconds(25);

  private long now;
  private final Sight sight = new Sight(() -> now, PATIENCE);

  @Test
  void clientThatNeverShowsAReceiveIsFoundOnce() {
    now += PATIENCE.toNanos();
    assertThat(sight.isFoundMissing()).isFalse();
    now++;
    assertThat(sight.isFoundMissing()).isTrue();
    assertThat(sight.isFoundMissing()).isFalse();
  }

  @Test
  void clientThatShowedOneIsNot() {
    sight.seen();
    now += PATIENCE.multipliedBy(9).toNanos();
    assertThat(sight.isFoundMissing()).isFalse();
  }
}
