package dev.lanekeeper.worker.observe;

import java.util.Locale;
import java.util.function.BooleanSupplier;

/** Whether the worker takes messages. Asks nobody, so that probes answer at once. Thread-safe. */
public final class Health {

  /** The stages of a worker's life, in order. */
  public enum Stage {
    STARTING,
    RECEIVING,
    STOPPING
  }

  private final BooleanSupplier outage;
  private volatile Stage stage = Stage.STARTING;

  /**
   * @param outage whether broker or database are away
   */
  public Health(BooleanSupplier outage) {
    this.outage = outage;
  }

  public Stage stage() {
    return stage;
  }

  /** Receiving has begun. A worker that already stops does not come back. */
  public synchronized void receiving() {
    if (stage == Stage.STARTING) {
      stage = Stage.RECEIVING;
    }
  }

  public synchronized void stopping() {
    stage = Stage.STOPPING;
  }

  /** Whether new messages are taken. */
  public boolean isReady() {
    return stage == Stage.RECEIVING && !outage.getAsBoolean();
  }

  /** In one word, for people. */
  public String describe() {
    return stage == Stage.RECEIVING && outage.getAsBoolean()
        ? "outage"
        : stage.name().toLowerCase(Locale.ROOT);
  }
}
