package dev.lanekeeper.producer.send;

import dev.lanekeeper.api.Receipt;
import java.time.Duration;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Something that the sending thread has to act on: an answer, or a try that is due. Immutable.
 *
 * @param tries how often the message was sent so far
 * @param stored the broker's confirmation
 * @param failure why there is none; of the last try, when the next one is due
 */
record Happening(
    Outgoing outgoing,
    int tries,
    Receipt.@Nullable Stored stored,
    @Nullable Throwable failure,
    boolean isNextTry,
    long dueNanos)
    implements Delayed {

  static Happening answer(
      Outgoing outgoing, int tries, Receipt.@Nullable Stored stored, @Nullable Throwable failure) {
    return new Happening(outgoing, tries, stored, failure, false, System.nanoTime());
  }

  static Happening nextTry(Outgoing outgoing, int tries, Throwable failure, Duration delay) {
    return new Happening(outgoing, tries, null, failure, true, System.nanoTime() + delay.toNanos());
  }

  /** The failure of an answer that is no confirmation. */
  Throwable cause() {
    return failure == null ? new IllegalStateException("no answer") : failure;
  }

  @Override
  public long getDelay(TimeUnit unit) {
    return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  @Override
  public int compareTo(Delayed other) {
    return other instanceof Happening happening
        ? Long.signum(dueNanos - happening.dueNanos)
        : Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
  }
}
