package dev.lanekeeper.program.broker;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.rocketmq.client.apis.ClientException;

/**
 * How calls of the RocketMQ client end: beside the ClientException that they declare, with whatever
 * unchecked exception gRPC has, such as UNAVAILABLE while the proxy is away, or not at all when the
 * client is closed meanwhile.
 */
public final class ClientCalls {
  private ClientCalls() {}

  /** A call that has not come to an end within its limit. Whether it had an effect is unknown. */
  public static final class UnansweredException extends ClientException {
    private static final long serialVersionUID = 1L;

    private UnansweredException(Duration limit, Throwable cause) {
      super("the client has not answered within " + limit, cause);
    }
  }

  /**
   * Waits for a call to end.
   *
   * @throws ClientException what the client says, or {@link UnansweredException}
   * @throws RuntimeException what gRPC says
   */
  public static <T> T await(CompletableFuture<T> call, Duration limit)
      throws ClientException, InterruptedException {
    return await(call, limit, result -> {});
  }

  /**
   * Waits for a call to end.
   *
   * @param late takes a result that nobody waits for any more
   * @throws ClientException what the client says, or {@link UnansweredException}
   * @throws RuntimeException what gRPC says
   */
  public static <T> T await(CompletableFuture<T> call, Duration limit, Consumer<T> late)
      throws ClientException, InterruptedException {
    try {
      return call.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof ClientException declared) {
        throw declared;
      }
      if (failure.getCause() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      throw new ClientException(failure);
    } catch (TimeoutException unanswered) {
      call.thenAccept(late);
      throw new UnansweredException(limit, unanswered);
    } catch (InterruptedException hurried) {
      call.thenAccept(late);
      throw hurried;
    }
  }
}
