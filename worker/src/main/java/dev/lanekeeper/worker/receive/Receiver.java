package dev.lanekeeper.worker.receive;

import java.time.Duration;

/**
 * Takes messages off RocketMQ, passes them through the lanes, and acknowledges each once its fate
 * is committed (design.md, G3). Started and stopped once.
 */
public interface Receiver {

  /**
   * Connects and begins to receive.
   *
   * @throws dev.lanekeeper.program.ProgramException when that is not possible, with what to do
   */
  void start();

  /** Whether receives come back: false while the broker cannot be reached. */
  boolean isReceiving();

  /** Takes no messages off the broker until it is resumed. Returns at once. */
  void pause();

  /**
   * Takes messages off the broker again.
   *
   * @throws dev.lanekeeper.program.ProgramException when the broker cannot be reached
   */
  void resume();

  /**
   * Rebuilds the client when no receive has returned, empty or not, for longer than the watchdog
   * waits: a connection can die without telling. Called often, by the thread that resumes.
   */
  void watch();

  /** Takes no more messages off the broker. Returns at once. */
  void stopReceiving();

  /**
   * Waits until every message in hand is acknowledged or handed back, then disconnects.
   *
   * @param work how long messages in hand may take; what is in work longer is cut off
   * @param farewell how long handing back what was cut off, and disconnecting, may take after that
   * @return false when something was cut off
   */
  boolean close(Duration work, Duration farewell);
}
