package dev.lanekeeper.benchmark.settle;

import dev.lanekeeper.worker.process.Outcome;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Settles messages from memory as fast as it goes. For one thread.
 *
 * @param inHand messages in the lanes at once
 */
record SettleRun(LanesInMemory lanes, int inHand) {
  private static final int WARM_UP = 5;

  /**
   * Settles so many, and the first fifth of them unmeasured.
   *
   * @return messages a second
   * @throws IllegalStateException when one is not applied: it would be of something else
   */
  double perSecond(MessagesInMemory source, int messages) throws InterruptedException {
    settle(source, messages / WARM_UP);
    int measured = messages - messages / WARM_UP;
    long began = System.nanoTime();
    settle(source, measured);
    return measured * 1e9 / (System.nanoTime() - began);
  }

  private void settle(MessagesInMemory source, int messages) throws InterruptedException {
    Semaphore room = new Semaphore(inHand);
    AtomicReference<@Nullable Outcome> other = new AtomicReference<>();
    for (int i = 0; i < messages; i++) {
      room.acquire();
      lanes
          .scheduler()
          .submit(source.next())
          .thenAccept(
              outcome -> {
                if (!(outcome instanceof Outcome.Applied)) {
                  other.set(outcome);
                }
                room.release();
              });
    }
    room.acquire(inHand);
    if (other.get() != null) {
      throw new IllegalStateException("a message came to " + other.get());
    }
  }
}
