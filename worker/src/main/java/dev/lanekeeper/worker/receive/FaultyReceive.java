package dev.lanekeeper.worker.receive;

import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.fault.Step;
import java.time.Duration;

/** Fault points at what passes between the worker and the broker. Thread-safe. */
public final class FaultyReceive implements ReceiveListener {
  private final FaultPoints faults;
  private final ReceiveListener listener;

  /**
   * @param listener is told first
   */
  public FaultyReceive(FaultPoints faults, ReceiveListener listener) {
    this.faults = faults;
    this.listener = listener;
  }

  @Override
  public void received(int messages) {
    listener.received(messages);
    if (messages > 0) {
      faults.passed(Step.RECEIVED);
    }
  }

  @Override
  public void acknowledged(Acknowledgement answer) {
    listener.acknowledged(answer);
    if (answer == Acknowledgement.ACCEPTED) {
      faults.passed(Step.ACKNOWLEDGED);
    }
  }

  @Override
  public void extended(boolean accepted) {
    listener.extended(accepted);
    if (accepted) {
      faults.passed(Step.LEASE_EXTENDED);
    }
  }

  @Override
  public void leaseLost() {
    listener.leaseLost();
  }

  @Override
  public void clientRebuilt(Duration silence) {
    listener.clientRebuilt(silence);
  }

  @Override
  public void handedBack() {
    listener.handedBack();
  }

  @Override
  public void receiveFailed(Throwable failure) {
    listener.receiveFailed(failure);
  }
}
