package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.record.Position;

/** The record whose message has the longest body, in bytes. Immutable. */
public record LargestBody(Position position, int bytes) {

  /** The longer one of two; the first when they are alike. */
  static LargestBody max(LargestBody first, LargestBody second) {
    return second.bytes() > first.bytes() ? second : first;
  }
}
