package dev.lanekeeper.worker.process;

import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import java.time.Duration;
import java.util.Optional;

/** What one pass over a message came to. */
public sealed interface Outcome {

  /** The message's fate is committed in the database: it may be acknowledged (design.md, G3). */
  sealed interface Settled extends Outcome {
    Fate fate();

    /** Whether held messages of the group may be in turn now. */
    default boolean moreMayFollow() {
      return false;
    }
  }

  /** Its effect is committed. */
  record Applied(boolean moreMayFollow) implements Settled {
    @Override
    public Fate fate() {
      return Fate.APPLIED;
    }
  }

  /** It was settled, or held, before. */
  record Duplicate(Optional<String> result, boolean moreMayFollow) implements Settled {
    Duplicate(Optional<String> result) {
      this(result, false);
    }

    @Override
    public Fate fate() {
      return Fate.DUPLICATE;
    }
  }

  /** It is held in the database, in order. */
  record Held(Why why) implements Settled {
    @Override
    public Fate fate() {
      return Fate.HELD;
    }
  }

  /** It is held as the head of its group, which is parked because of it. */
  record Parked(Fate fate, Why why) implements Settled {}

  /** It is a dead letter. */
  record GivenUp(Fate fate, Why why, boolean moreMayFollow) implements Settled {}

  /** Nothing is settled: the same message is to be tried again, after the delay. */
  record TryAgain(Duration delay, Throwable cause) implements Outcome {
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    /** Another process is about to run the message. */
    static TryAgain elsewhere() {
      return new TryAgain(LOOK_AGAIN, new TriedElsewhereException());
    }
  }

  /** There was nothing to do. */
  record Nothing() implements Outcome {}
}
