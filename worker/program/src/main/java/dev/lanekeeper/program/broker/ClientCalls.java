package dev.lanekeeper.program.broker;

/**
 * How calls of the RocketMQ client fail: beside the ClientException that they declare, with
 * whatever unchecked exception gRPC has, such as UNAVAILABLE while the proxy is away, and with a
 * RuntimeException when the thread is interrupted (ClientImpl.handleClientFuture of
 * rocketmq-client-java 5.2.0).
 */
public final class ClientCalls {
  private ClientCalls() {}

  /** Lets an interrupt be one again. */
  public static void rethrowInterrupt(Exception failure) throws InterruptedException {
    if (failure.getCause() instanceof InterruptedException) {
      InterruptedException interrupt = new InterruptedException();
      interrupt.initCause(failure);
      throw interrupt;
    }
  }
}
