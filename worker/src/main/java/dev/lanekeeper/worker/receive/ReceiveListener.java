package dev.lanekeeper.worker.receive;

/** Is told what passes between the worker and the broker. Thread-safe implementations only. */
public interface ReceiveListener {

  /** A receive came back, with so many messages; none is a sign of life too. */
  void received(int messages);

  /** A message was acknowledged; {@code accepted} is false when the broker did not take it. */
  void acknowledged(boolean accepted);

  /** A lease was extended; {@code accepted} is false when the broker did not do it. */
  void extended(boolean accepted);

  /** A message went back to the broker unsettled. */
  void handedBack();

  /** A receive failed. */
  void receiveFailed(Throwable failure);
}
