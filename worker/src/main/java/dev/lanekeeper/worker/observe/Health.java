package dev.lanekeeper.worker.observe;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whether the worker lives, has started and takes messages. Asks nobody, so that probes answer at
 * once, need no connection, and an outage of others restarts nobody. Thread-safe.
 */
public final class Health {
  private static final Duration STUCK = Duration.ofMinutes(1);

  /** The stages of a worker's life, in order. */
  public enum Stage {
    STARTING,
    RECEIVING,
    STOPPING
  }

  private final BooleanSupplier settling;
  private final BooleanSupplier receiving;
  private final LongSupplier nanoTime;
  private final AtomicLong lastBeat;
  private volatile boolean started;
  private volatile Stage stage = Stage.STARTING;

  /**
   * @param settling whether the database, or what a handler depends on, is away
   * @param receiving whether the broker is away
   * @param nanoTime a monotonic clock, in nanoseconds
   */
  public Health(BooleanSupplier settling, BooleanSupplier receiving, LongSupplier nanoTime) {
    this.settling = settling;
    this.receiving = receiving;
    this.nanoTime = nanoTime;
    this.lastBeat = new AtomicLong(nanoTime.getAsLong());
  }

  /** Receiving has begun. A worker that already stops does not come back. */
  public synchronized void receiving() {
    started = true;
    beat();
    if (stage == Stage.STARTING) {
      stage = Stage.RECEIVING;
    }
  }

  public synchronized void stopping() {
    stage = Stage.STOPPING;
  }

  /** The main loop goes round; it takes the lock of the lanes each time. */
  public void beat() {
    lastBeat.set(nanoTime.getAsLong());
  }

  /** Whether new messages are taken. */
  public boolean isReady() {
    return stage == Stage.RECEIVING && !isOutage();
  }

  /** Whether messages were taken once. */
  public boolean isStarted() {
    return started;
  }

  /**
   * False for a process that is stuck. How long starting and stopping may take is bounded there.
   */
  public boolean isAlive() {
    return stage != Stage.RECEIVING || nanoTime.getAsLong() - lastBeat.get() < STUCK.toNanos();
  }

  private boolean isOutage() {
    return settling.getAsBoolean() || receiving.getAsBoolean();
  }

  /** Why it is as it is, for people and programs. */
  String json() {
    ObjectNode detail = JsonNodeFactory.instance.objectNode();
    detail.put(
        "status",
        stage == Stage.RECEIVING && isOutage() ? "outage" : stage.name().toLowerCase(Locale.ROOT));
    detail.put("alive", isAlive());
    detail.put("started", isStarted());
    detail.put("ready", isReady());
    ObjectNode outages = detail.putObject("outages");
    outages.put("settling", settling.getAsBoolean());
    outages.put("receiving", receiving.getAsBoolean());
    detail.put(
        "seconds_since_beat",
        Duration.ofNanos(nanoTime.getAsLong() - lastBeat.get()).toMillis() / 1000.0);
    return detail + "\n";
  }
}
