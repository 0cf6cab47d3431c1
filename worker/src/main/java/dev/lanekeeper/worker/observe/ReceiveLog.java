package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.receive.ReceiveListener;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one line when receiving begins to fail, and one when it works again. Thread-safe. */
public final class ReceiveLog implements ReceiveListener {
  private static final Logger log = LoggerFactory.getLogger("dev.lanekeeper.events");

  private final ReceiveListener next;
  private final AtomicBoolean failing = new AtomicBoolean();

  /**
   * @param next is told everything too
   */
  public ReceiveLog(ReceiveListener next) {
    this.next = next;
  }

  @Override
  public void received(int messages) {
    if (failing.get() && failing.compareAndSet(true, false)) {
      log.info("receiving works again");
    }
    next.received(messages);
  }

  @Override
  public void receiveFailed(Throwable failure) {
    if (failing.compareAndSet(false, true)) {
      log.warn("receiving fails; trying on, with growing pauses: {}", failure.toString());
    }
    next.receiveFailed(failure);
  }

  @Override
  public void acknowledged(boolean accepted) {
    next.acknowledged(accepted);
  }

  @Override
  public void extended(boolean accepted) {
    next.extended(accepted);
  }

  @Override
  public void handedBack() {
    next.handedBack();
  }
}
