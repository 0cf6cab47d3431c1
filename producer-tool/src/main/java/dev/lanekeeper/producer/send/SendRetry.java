package dev.lanekeeper.producer.send;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.program.broker.ClientFailure;
import java.time.Duration;
import java.util.Optional;

/**
 * Sends a message until the broker confirms it, a bounded number of times, and only where another
 * try can help. Each try carries the same dedup key and sequence, so the worker absorbs a double.
 * For one thread.
 */
public final class SendRetry {
  private static final int ATTEMPTS = 5;
  private static final Duration FIRST_DELAY = Duration.ofMillis(250);
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(4);

  private final MessageSender sender;
  private final FailsafeExecutor<Object> failsafe;

  private SendRetry(MessageSender sender, RetryPolicy<Object> policy) {
    this.sender = sender;
    this.failsafe = Failsafe.with(policy);
  }

  /** Five tries, over some four seconds and what the tries themselves take. */
  public static SendRetry of(MessageSender sender) {
    return new SendRetry(
        sender,
        RetryPolicy.builder()
            .handleIf(failure -> ClientFailure.of(failure).isPassing())
            .withMaxAttempts(ATTEMPTS)
            .withBackoff(FIRST_DELAY, LONGEST_DELAY)
            .build());
  }

  /** As {@link #of}, without waiting between the tries. */
  static SendRetry withoutDelay(MessageSender sender) {
    return new SendRetry(
        sender,
        RetryPolicy.builder()
            .handleIf(failure -> ClientFailure.of(failure).isPassing())
            .withMaxAttempts(ATTEMPTS)
            .build());
  }

  /** Sends it, and returns the last failure when the broker did not confirm it. */
  Optional<Throwable> send(LedgerMessage message) {
    try {
      failsafe.run(() -> sender.send(message));
      return Optional.empty();
    } catch (FailsafeException failure) {
      Throwable cause = failure.getCause() == null ? failure : failure.getCause();
      if (cause instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return Optional.of(cause);
    } catch (RuntimeException failure) {
      return Optional.of(failure);
    }
  }
}
