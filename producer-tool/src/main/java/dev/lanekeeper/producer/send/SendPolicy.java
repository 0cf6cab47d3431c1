package dev.lanekeeper.producer.send;

import dev.lanekeeper.program.broker.ClientFailure;
import java.time.Duration;
import java.util.Optional;

/**
 * How many messages are under way, and how often one is tried. Immutable.
 *
 * @param inFlight message groups with a message under way, at most
 * @param lookAhead unconfirmed messages held in memory beyond the one that is being read, at most
 * @param attempts tries of one message, where another try can help
 * @param firstDelay before the second try; doubled from try to try
 * @param longestDelay where the doubling ends
 */
public record SendPolicy(
    int inFlight, int lookAhead, int attempts, Duration firstDelay, Duration longestDelay) {

  /** As many messages as look-ahead reads of, to find groups that have nothing under way. */
  private static final int LOOK_AHEAD = 10_000;

  /** Five tries, over some four seconds and what the tries themselves take. */
  public static SendPolicy of(int inFlight) {
    return new SendPolicy(
        inFlight, inFlight == 1 ? 0 : LOOK_AHEAD, 5, Duration.ofMillis(250), Duration.ofSeconds(4));
  }

  /** As {@link #of}, without waiting between the tries. */
  static SendPolicy withoutDelay(int inFlight) {
    SendPolicy policy = of(inFlight);
    return new SendPolicy(
        inFlight, policy.lookAhead(), policy.attempts(), Duration.ZERO, Duration.ZERO);
  }

  /** How long to wait before the next try; empty when there is none. */
  Optional<Duration> delayAfter(int tries, Throwable failure) {
    if (tries >= attempts || !ClientFailure.of(failure).isPassing()) {
      return Optional.empty();
    }
    Duration delay = firstDelay.multipliedBy(1L << (tries - 1));
    return Optional.of(delay.compareTo(longestDelay) < 0 ? delay : longestDelay);
  }
}
