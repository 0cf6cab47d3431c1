package dev.lanekeeper.worker.receive;

import java.time.Duration;

/** Is told what passes between the worker and the broker. Thread-safe implementations only. */
public interface ReceiveListener {

  /** A receive came back, with so many messages; none is a sign of life too. */
  void received(int messages);

  /** A message was acknowledged, or could not be. */
  void acknowledged(Acknowledgement answer);

  /** A lease was extended; {@code accepted} is false when the broker did not do it. */
  void extended(boolean accepted);

  /** A lease ran out while its message was in hand: somebody else may have the message. */
  void leaseLost();

  /** A message went back to the broker unsettled. */
  void handedBack();

  /** A receive failed. */
  void receiveFailed(Throwable failure);

  /** The client was built anew after so long a silence. */
  void clientRebuilt(Duration silence);
}
