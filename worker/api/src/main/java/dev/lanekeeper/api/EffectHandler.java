package dev.lanekeeper.api;

import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Business code whose effect lies outside the database, such as a call over the network, and so
 * cannot join the transaction. The worker makes it in two phases: it commits that the message is
 * about to be called for, calls with no transaction open, and writes down what came of it in the
 * transaction that settles the message.
 *
 * <p>A process that dies in between leaves an effect of which nobody knows whether it happened. By
 * {@code --on-unknown-effect} the worker then calls again with the same key, asks {@link
 * #reconcile}, or parks the message group with the reason {@code unknown effect}.
 */
public interface EffectHandler extends MessageHandler {

  /**
   * Makes the effect. Called outside any transaction, in turn within the message group.
   *
   * @param key the same whenever this effect is tried; whoever is called tells repeats by it
   * @return a result, as that of {@link MessageHandler#handle}; it goes to {@link #settle}
   * @throws RejectedMessageException when the message can never succeed, and had no effect
   * @throws UnknownOutcomeException when it may have had its effect or not
   * @throws TryAgainException (of any other kind) when it had no effect, and may have one later;
   *     with an {@link UnknownOutcomeException} as its cause, when it may have had it or not
   * @throws Exception when it may have had its effect or not: counts as {@link
   *     UnknownOutcomeException}
   */
  Optional<String> call(Message message, IdempotencyKey key) throws Exception;

  /**
   * Finds out what became of a call whose outcome nobody knows. Called outside any transaction,
   * maybe in another process than {@link #call} was.
   *
   * @throws Exception when it cannot be found out now; it is asked again in the next attempt
   */
  default Reconciliation reconcile(Message message, IdempotencyKey key) throws Exception {
    return Reconciliation.unknown();
  }

  /**
   * Applies in the database what goes with the effect, which has happened. Everything that {@link
   * MessageHandler#handle} says of its handle and of what is thrown holds here; the effect is not
   * made again when this fails.
   *
   * @param result what {@link #call} or {@link #reconcile} returned, maybe in an earlier attempt
   * @return the result to be stored with the message
   */
  default Optional<String> settle(Message message, Optional<String> result, Handle handle)
      throws Exception {
    return result;
  }

  /** Whether a message has an effect at all; one without goes to {@link MessageHandler#handle}. */
  default boolean hasEffect(Message message) {
    return true;
  }

  /**
   * How long {@link #call} may take at most. Nobody else calls for so long, and after a crash the
   * message waits for so long.
   */
  default Duration longestCall(Message message) {
    return Duration.ofMinutes(1);
  }

  /**
   * Whether calling again with the same key does no harm when nobody knows whether the effect
   * happened. By default what {@link MessageHandler#isIdempotent} says.
   */
  default boolean mayCallAgain(Message message) {
    return isIdempotent();
  }

  /** Only for messages without an effect. */
  @Override
  default Optional<String> handle(Message message, Handle handle) throws Exception {
    throw new IllegalStateException("hasEffect says no, and nothing else is to be done");
  }
}
