package dev.lanekeeper.producer.relay;

/** What came of asking for the lease. */
sealed interface Claim {

  /** It is ours until further notice; the epoch stays the same while it is prolonged. */
  record Held(long epoch) implements Claim {}

  /** Another relay is active. */
  record Anothers() implements Claim {}

  /**
   * The row says that it is ours, and somebody has it locked: a relay that may be about to take
   * over, or a connection of our own that has broken. The next look tells.
   */
  record Unclear() implements Claim {}
}
