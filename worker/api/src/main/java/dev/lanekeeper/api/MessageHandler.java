package dev.lanekeeper.api;

import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The business code. One instance serves every message of the worker, from several threads at once;
 * of one message group it sees one message at a time, in order. A handler that is {@link
 * AutoCloseable} is closed when the worker stops, after its work has ended.
 *
 * <p>What it writes through the handle commits together with the record that the message was
 * applied, at most once (design.md, G1). Throwing rolls all of it back; what it does anywhere else
 * does not roll back, and is done again in the next attempt: that is for an {@link EffectHandler}.
 */
public interface MessageHandler {

  /** How long a result can be, in characters: what its column takes. */
  int MAX_RESULT_LENGTH = 1_000_000;

  /**
   * Applies one message.
   *
   * <p>The database's time-outs hold for the transaction (worker/README.md). On H2 a statement that
   * changes the schema commits it, so create tables before.
   *
   * @param message the message; in turn within its group
   * @param handle the open transaction; the handler neither commits nor closes it, and keeps it no
   *     longer than the call
   * @return a result to be stored, and given back with {@link #repeated} when the message comes
   *     again; empty for none. One longer than {@link #MAX_RESULT_LENGTH}, or with a NUL character,
   *     fails the attempt
   * @throws RejectedMessageException when the message can never succeed; it is not tried again
   * @throws ConflictingMessageException when it contradicts what was applied; not tried again
   *     either
   * @throws TryAgainException when this run failed, and it is known when another may succeed
   * @throws EnvironmentException when what the handler depends on is unwell; no attempt is counted
   * @throws Exception when this run failed; the message is tried again up to the attempt limit. An
   *     {@link java.sql.SQLException} that speaks of the connection, a lock or a time-out, as it is
   *     or as a cause, counts as an {@link EnvironmentException}
   */
  Optional<String> handle(Message message, Handle handle) throws Exception;

  /**
   * Names the message group that the body belongs to, where the handler can tell. A message that
   * arrives under another group is not handled: its order in the right one is lost, so it is
   * rejected as misrouted. Called before {@link #handle}, in the same transaction.
   *
   * @return the name, compared byte for byte; empty when the body says nothing about it
   * @throws RejectedMessageException when the body cannot be read at all
   */
  default Optional<String> messageGroupOf(Message message) {
    return Optional.empty();
  }

  /**
   * Whether handling a message again, after it was handled, leaves everything as it is, also
   * outside the database. The worker keeps order and inbox all the same, and takes no cheaper path
   * for it (ops/adr/0007); it only shows it.
   */
  default boolean isIdempotent() {
    return false;
  }

  /**
   * Is given back what {@link #handle} returned, when a message comes again that was applied
   * before: to answer its sender once more, for instance. Called outside any transaction and before
   * the message is acknowledged, each time it comes, for as long as the inbox keeps the result
   * ({@code --inbox-retention}); not when nothing was returned. It may be called in another process
   * than {@link #handle} was.
   *
   * @throws Exception which is logged, and changes nothing: the message was applied
   */
  default void repeated(Message message, String result) throws Exception {}
}
