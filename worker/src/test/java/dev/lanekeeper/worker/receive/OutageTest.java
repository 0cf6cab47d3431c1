package dev.lanekeeper.worker.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutageTest {
  private static final Duration THRESHOLD = Duration.ofSeconds(10);

  private final List<String> told = new ArrayList<>();
  private long now = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos(); // It may overflow.
  private final Outage outage =
      new Outage(
          Outage.Side.SETTLING,
          THRESHOLD,
          () -> now,
          new Outage.Listener() {
            @Override
            public void began(Outage.Side side, Duration failing, Throwable cause) {
              told.add("began after " + failing + ": " + cause.getMessage());
            }

            @Override
            public void ended(Outage.Side side, Duration length) {
              told.add("ended after " + length);
            }
          });

  @Test
  void failuresThatPassAreNone() {
    fail();
    outage.worked();
    after(20);
    fail();
    after(9);
    fail();
    outage.worked();
    assertThat(outage.isOpen()).isFalse();
    assertThat(told).isEmpty();
  }

  @Test
  void failuresForAsLongAsTheThresholdAreToldOnceAndSoIsTheEnd() {
    for (int second = 0; second <= 30; second += 5) {
      fail();
      assertThat(outage.isOpen()).isEqualTo(second >= 10);
      after(5);
    }
    outage.worked();
    outage.worked();
    assertThat(outage.isOpen()).isFalse();
    assertThat(told).containsExactly("began after PT10S: away", "ended after PT35S");
  }

  @Test
  void twoFailuresFarApartAreNoSpell() {
    fail();
    after(3600);
    fail();
    assertThat(outage.isOpen()).isFalse();
    assertThat(told).isEmpty();
  }

  /** Such as upkeep, on a worker to which no message comes. */
  @Test
  void witnessWhoFailsForAsLongAsTheThresholdOpensIt() {
    Outage.Witness witness = outage.witness();
    for (int second = 0; second <= 10; second += 5) {
      assertThat(outage.isOpen()).isFalse();
      witness.failed(new IllegalStateException("away"));
      after(5);
    }
    assertThat(outage.isOpen()).isTrue();
    outage.worked();
    assertThat(told).containsExactly("began after PT10S: away", "ended after PT15S");

    witness.failed(new IllegalStateException("away"));
    assertThat(outage.isOpen()).as("a blip soon after").isFalse();
  }

  @Test
  void failuresOfAWitnessWithSuccessInBetweenAreNoSpell() {
    Outage.Witness witness = outage.witness();
    for (int i = 0; i < 5; i++) {
      witness.failed(new IllegalStateException("away"));
      after(20);
      witness.worked();
      after(20);
    }
    assertThat(outage.isOpen()).isFalse();
    assertThat(told).isEmpty();
  }

  /** The database is well, and what a handler depends on is not. */
  @Test
  void successOfAWitnessHidesNoFailureOfOthers() {
    Outage.Witness witness = outage.witness();
    fail();
    after(5);
    witness.worked();
    after(5);
    fail();
    witness.worked();
    assertThat(outage.isOpen()).isTrue();
  }

  private void fail() {
    outage.failed(new IllegalStateException("away"));
  }

  private void after(int seconds) {
    now += Duration.ofSeconds(seconds).toNanos();
  }
}
