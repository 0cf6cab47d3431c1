package dev.lanekeeper.worker.observe;

/** Whether the worker takes messages. Thread-safe. */
public final class Health {

  /** The stages of a worker's life, in order. */
  public enum Stage {
    STARTING,
    RECEIVING,
    STOPPING
  }

  private volatile Stage stage = Stage.STARTING;

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
    return stage == Stage.RECEIVING;
  }
}
