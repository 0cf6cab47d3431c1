package dev.lanekeeper.worker.receive;

/** A receive of a PushConsumer failed, which does not say why. */
final class ReceiveFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ReceiveFailedException() {
    super("a receive failed; the client's own log says why", null, false, false);
  }
}
