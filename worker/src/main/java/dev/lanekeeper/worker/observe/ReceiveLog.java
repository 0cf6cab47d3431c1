package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.receive.Acknowledgement;
import dev.lanekeeper.worker.receive.Outage;
import dev.lanekeeper.worker.receive.ReceiveListener;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * Tells the outage of receiving what came back and what failed, and writes a line for each client
 * that was rebuilt. Thread-safe.
 */
public final class ReceiveLog implements ReceiveListener {
  private final Outage outage;
  private final ReceiveListener next;

  /**
   * @param next is told everything too
   */
  public ReceiveLog(Outage outage, ReceiveListener next) {
    this.outage = outage;
    this.next = next;
  }

  @Override
  public void received(int messages) {
    outage.worked();
    next.received(messages);
  }

  @Override
  public void receiveFailed(Throwable failure) {
    outage.failed(failure);
    next.receiveFailed(failure);
  }

  @Override
  public void clientRebuilt(Duration silence) {
    LogEvent.CLIENT_REBUILT
        .line()
        .log(
            "no receive has returned for {}: the RocketMQ client was rebuilt",
            silence.truncatedTo(ChronoUnit.MILLIS));
    next.clientRebuilt(silence);
  }

  @Override
  public void acknowledged(Acknowledgement answer) {
    next.acknowledged(answer);
  }

  @Override
  public void extended(boolean accepted) {
    next.extended(accepted);
  }

  @Override
  public void leaseLost() {
    next.leaseLost();
  }

  @Override
  public void handedBack() {
    next.handedBack();
  }
}
