package dev.lanekeeper.worker.process;

import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Arrival;
import org.jdbi.v3.core.Handle;

/**
 * The policy for a message that cannot be applied. Runs in a transaction of its own, after the
 * handler's was rolled back, while the group's row is locked and the message is still next.
 */
interface GiveUp {

  /**
   * Settles the message without its effect.
   *
   * @param group the group's row, locked
   * @param attempts how often the handler was started
   * @param error what is wrong, for people
   */
  Outcome.Settled settle(
      Handle handle, Arrival arrival, MessageGroup group, Why why, int attempts, String error);

  /**
   * Settles a message that contradicts one on record, whose turn it may not even be. The record
   * stays as it is.
   */
  Outcome.Settled contradict(
      Handle handle, Arrival arrival, MessageGroup group, String explanation);
}
