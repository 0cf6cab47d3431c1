package dev.lanekeeper.worker.lane;

import dev.lanekeeper.worker.group.GroupKey;
import java.time.Duration;
import java.util.Optional;

/**
 * How a lane stood at one moment. Immutable.
 *
 * @param waited for how long its head is here
 * @param attempt the head's attempt that runs or comes next, as far as this process knows
 * @param nextTry when that comes; empty while the head is in work, or about to be
 * @param behind how many wait behind the head here
 */
public record LaneView(
    GroupKey key, Duration waited, int attempt, Optional<Duration> nextTry, int behind) {}
