package dev.lanekeeper.worker.backlog;

/**
 * How far a consumer group is in one queue of a topic. Immutable.
 *
 * @param broker the broker's name
 * @param queue the queue's number at this broker
 * @param sent how many messages were ever sent to it
 * @param acknowledged how many of them are done with, all in front of the first that is not
 */
public record QueueState(String broker, int queue, long sent, long acknowledged) {

  /** Messages that were sent and not acknowledged, those in a worker's hands included. */
  public long backlog() {
    return Math.max(0, sent - acknowledged);
  }

  /** What tells the queue from others. */
  public String name() {
    return broker + "/" + queue;
  }
}
