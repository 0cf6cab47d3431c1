package dev.lanekeeper.worker.inbox;

/**
 * What one batch removed. Immutable.
 *
 * @param inboxRows rows of applied messages
 * @param groups ended message groups
 * @param effects records of effects that are done
 * @param moreMayFollow whether the batch was full
 */
public record Purged(int inboxRows, int groups, int effects, boolean moreMayFollow) {
  static final Purged NOTHING = new Purged(0, 0, false);

  Purged(int inboxRows, int groups, boolean moreMayFollow) {
    this(inboxRows, groups, 0, moreMayFollow);
  }
}
