package dev.lanekeeper.worker.config;

import java.time.Duration;

/**
 * How the time is divided that a worker has to stop. Immutable.
 *
 * @param work for what is in work, and for the last receives to return
 * @param farewell for handing back what was cut off, for disconnecting and for the database
 */
public record DrainTime(Duration work, Duration farewell) {
  private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(5);

  /** A fifth, of which 5 s are enough, is kept for the farewell. */
  static DrainTime of(Duration total) {
    Duration fifth = total.dividedBy(5);
    Duration farewell = fifth.compareTo(LONGEST_FAREWELL) < 0 ? fifth : LONGEST_FAREWELL;
    return new DrainTime(total.minus(farewell), farewell);
  }

  /** The least whole seconds that leave so much for work. */
  static Duration least(Duration work) {
    Duration fourth = work.dividedBy(4);
    Duration farewell = fourth.compareTo(LONGEST_FAREWELL) < 0 ? fourth : LONGEST_FAREWELL;
    return Duration.ofSeconds(work.plus(farewell).plusMillis(999).toSeconds());
  }

  /** All of it. */
  public Duration total() {
    return work.plus(farewell);
  }
}
