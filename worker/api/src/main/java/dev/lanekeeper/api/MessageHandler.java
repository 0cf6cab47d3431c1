package dev.lanekeeper.api;

import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The business code. One instance serves every message of the worker, from several threads at once;
 * of one message group it sees one message at a time, in order.
 *
 * <p>What it writes through the handle commits together with the record that the message was
 * applied, at most once (design.md, G1). Throwing rolls all of it back.
 */
public interface MessageHandler {

  /**
   * Applies one message.
   *
   * @param message the message; in turn within its group
   * @param handle the open transaction; the handler neither commits nor closes it, and keeps it no
   *     longer than the call
   * @return a result to be stored and given back when the message comes again; empty for none
   * @throws RejectedMessageException when the message can never succeed; it is not tried again
   * @throws Exception when this run failed; the message is tried again up to the attempt limit
   */
  Optional<String> handle(Message message, Handle handle) throws Exception;

  /**
   * Names the message group that the body belongs to, where the handler can tell. A message that
   * arrives under another group is not processed.
   *
   * @throws RejectedMessageException when the body cannot be read at all
   */
  default Optional<String> messageGroupOf(Message message) {
    return Optional.empty();
  }
}
