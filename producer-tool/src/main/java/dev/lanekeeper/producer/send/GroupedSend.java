package dev.lanekeeper.producer.send;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.send.SendResult.Failure;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.DelayQueue;
import java.util.function.BooleanSupplier;

/**
 * Sends messages of many groups at once, of each group one at a time, all from the calling thread
 * (design.md, G2). A message that is not confirmed is sent again, the same, while its group waits;
 * once it is given up, nothing more is begun, and what is under way is waited for. The same when
 * somebody wishes the end. For one thread and one use.
 */
public final class GroupedSend {
  private static final long LOOK_AHEAD_BYTES = 32L * 1024 * 1024;

  private final MessageSender sender;
  private final SendPolicy policy;
  private final Confirmations confirmations;
  private final Progress progress;
  private final BooleanSupplier endIsWished;
  private final GroupQueues queues = new GroupQueues();
  private final DelayQueue<Happening> happenings = new DelayQueue<>();
  private final List<Failure> failures = new ArrayList<>();
  private int underWay;
  private long confirmed;
  private boolean stopped;

  /**
   * @param endIsWished asked before each message, and by no other thread
   */
  public GroupedSend(
      MessageSender sender,
      SendPolicy policy,
      Confirmations confirmations,
      Progress progress,
      BooleanSupplier endIsWished) {
    this.sender = sender;
    this.policy = policy;
    this.confirmations = confirmations;
    this.progress = progress;
    this.endIsWished = endIsWished;
  }

  /** Takes a message, waits for room, and returns whether it wants another. */
  public boolean add(Outgoing outgoing) {
    queues.add(outgoing);
    begin();
    for (Happening next = happenings.poll(); next != null; next = happenings.poll()) {
      act(next);
    }
    while (!isEnding() && isFull()) {
      await();
    }
    return !isEnding();
  }

  private boolean isEnding() {
    return stopped || endIsWished.getAsBoolean();
  }

  /** Waits until everything is answered. */
  public void finish() {
    while (underWay > 0) {
      await();
    }
  }

  boolean isUnderWay() {
    return underWay > 0;
  }

  public long confirmed() {
    return confirmed;
  }

  /** What was begun and is not confirmed, the first cause first. */
  public List<Failure> failures() {
    return failures;
  }

  private boolean isFull() {
    return queues.size() > policy.lookAhead()
        || (queues.bytes() > LOOK_AHEAD_BYTES && queues.size() > 1);
  }

  private void begin() {
    while (underWay < policy.inFlight() && !isEnding()) {
      Optional<Outgoing> next = queues.next();
      if (next.isEmpty()) {
        return;
      }
      underWay++;
      send(next.get(), 1);
    }
  }

  private void send(Outgoing outgoing, int tries) {
    try {
      sender
          .send(outgoing.message())
          .whenComplete(
              (stored, failure) ->
                  happenings.add(Happening.answer(outgoing, tries, stored, failure)));
    } catch (RuntimeException failure) { // The client refuses some messages without a future.
      happenings.add(Happening.answer(outgoing, tries, null, failure));
    }
  }

  private void await() {
    try {
      act(happenings.take());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ProgramException(
          ExitCode.TEMPORARY, "interrupted while sending; run the command again", interrupted);
    }
  }

  private void act(Happening happening) {
    if (happening.isNextTry()) {
      send(happening.outgoing(), happening.tries() + 1);
    } else if (happening.stored() != null) {
      confirm(happening.outgoing(), happening.stored());
    } else {
      fail(happening);
    }
    begin();
  }

  private void confirm(Outgoing outgoing, Receipt.Stored stored) {
    queues.remove(outgoing);
    underWay--;
    confirmed++;
    try {
      confirmations.add(outgoing, stored);
    } catch (RuntimeException failure) {
      stopped = true; // What cannot be kept in mind must not become more.
      throw failure;
    }
    progress.step();
  }

  private void fail(Happening answer) {
    Throwable cause = answer.cause();
    Optional<Duration> delay = policy.delayAfter(answer.tries(), cause);
    if (delay.isPresent() && !isEnding()) {
      happenings.add(Happening.nextTry(answer.outgoing(), answer.tries(), cause, delay.get()));
      return;
    }
    giveUp(answer);
    stopped = true;
    List.copyOf(happenings).stream()
        .filter(other -> other.isNextTry() && happenings.remove(other))
        .forEach(this::giveUp);
  }

  private void giveUp(Happening last) {
    underWay--;
    failures.add(Failure.of(last.outgoing(), last.cause()));
  }
}
