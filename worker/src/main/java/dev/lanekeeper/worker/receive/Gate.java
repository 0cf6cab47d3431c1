package dev.lanekeeper.worker.receive;

/** Lets receive loops pass, or makes them wait while receiving is paused. Thread-safe. */
final class Gate {
  private boolean open = true;

  synchronized void await() throws InterruptedException {
    while (!open) {
      wait();
    }
  }

  synchronized void open() {
    open = true;
    notifyAll();
  }

  synchronized void shut() {
    open = false;
  }
}
