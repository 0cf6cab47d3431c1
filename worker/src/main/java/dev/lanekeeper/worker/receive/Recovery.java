package dev.lanekeeper.worker.receive;

import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.worker.lane.LaneScheduler;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees a worker through an outage of settling. While it is open, receiving is paused and the
 * messages in hand go back to the broker; the database is asked, with growing pauses, whether it is
 * back, and at once when a message that was still in work settles. When it answers, messages are
 * let through on trial: the first that settles ends the outage, as does a trial in which there is
 * nothing to settle, or in which nothing fails for longer than anything can take to; one that fails
 * pauses again, and the outage stays one. It also lets the receiver look after its client. Run
 * often, by one thread, which holds no connection between two runs.
 */
public final class Recovery implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(Recovery.class);
  private static final Duration QUIET_TRIAL = Duration.ofSeconds(5);

  /** Longer than the time-outs of the database by default. */
  private static final Duration LONGEST_TRIAL = Duration.ofMinutes(2);

  private static final IntervalFunction PAUSES =
      IntervalFunction.ofExponentialRandomBackoff(
          Duration.ofMillis(500), 2, 0.5, Duration.ofSeconds(10));

  private enum Stage {
    FLOWING,
    PAUSED,
    TRIAL
  }

  private final Outage settling;
  private final Receiver receiver;
  private final LaneScheduler lanes;
  private final Runnable probe;
  private final LongSupplier nanoTime;
  private final Consumer<Throwable> onFatal;
  private Stage stage = Stage.FLOWING;
  private int pauses;
  private long nextProbe;
  private long trialBegan;
  private long quietSince;
  private long failuresBefore;

  /**
   * @param probe throws while the database is away
   * @param nanoTime a monotonic clock, in nanoseconds
   */
  public Recovery(
      Outage settling,
      Receiver receiver,
      LaneScheduler lanes,
      Runnable probe,
      LongSupplier nanoTime,
      Consumer<Throwable> onFatal) {
    this.settling = settling;
    this.receiver = receiver;
    this.lanes = lanes;
    this.probe = probe;
    this.nanoTime = nanoTime;
    this.onFatal = onFatal;
  }

  @Override
  public void run() {
    try {
      look();
    } catch (Throwable failure) {
      onFatal.accept(failure);
      throw failure;
    }
  }

  private void look() {
    switch (stage) {
      case FLOWING -> {
        receiver.watch();
        if (settling.isOpen()) {
          pause();
        }
      }
      case PAUSED -> {
        if (settling.takeSign() || nanoTime.getAsLong() - nextProbe >= 0) {
          probe();
        }
      }
      case TRIAL -> {
        receiver.watch();
        judgeTrial();
      }
    }
  }

  private void pause() {
    if (!settling.hold()) {
      flow(); // It has just ended.
      return;
    }
    lanes.pause();
    receiver.pause();
    stage = Stage.PAUSED;
    waitForNextProbe();
  }

  private void waitForNextProbe() {
    pauses++;
    nextProbe = nanoTime.getAsLong() + Duration.ofMillis(PAUSES.apply(pauses)).toNanos();
  }

  private void probe() {
    try {
      probe.run();
    } catch (RuntimeException away) {
      log.debug("the database does not answer yet", away);
      waitForNextProbe();
      return;
    }
    failuresBefore = settling.failures();
    trialBegan = nanoTime.getAsLong();
    quietSince = trialBegan;
    lanes.resume();
    try {
      receiver.resume();
      settling.letGo();
      stage = Stage.TRIAL;
    } catch (ProgramException unreachable) {
      log.debug("receiving cannot be resumed yet", unreachable);
      lanes.pause();
      waitForNextProbe();
    }
  }

  private void judgeTrial() {
    long now = nanoTime.getAsLong();
    if (lanes.busy() > 0) {
      quietSince = now;
    }
    if (!settling.isOpen()) {
      flow();
    } else if (settling.failures() != failuresBefore) {
      pause();
    } else if (now - quietSince > QUIET_TRIAL.toNanos()
        || now - trialBegan > LONGEST_TRIAL.toNanos()) {
      settling.worked();
      flow();
    }
  }

  private void flow() {
    stage = Stage.FLOWING;
    pauses = 0;
  }
}
