package dev.lanekeeper.worker.receive;

/**
 * Lets receive loops pass, or makes them wait while receiving is paused, which is no silence of the
 * broker's. Thread-safe.
 */
final class Gate {
  private final Silence silence;
  private boolean open = true;

  Gate(Silence silence) {
    this.silence = silence;
  }

  synchronized void await() throws InterruptedException {
    while (!open) {
      wait();
    }
  }

  synchronized void open() {
    silence.broken();
    open = true;
    notifyAll();
  }

  synchronized void shut() {
    open = false;
    silence.broken();
  }
}
