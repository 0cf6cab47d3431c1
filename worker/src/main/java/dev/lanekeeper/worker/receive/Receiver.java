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

  /** Takes no more messages off the broker. Returns at once. */
  void stopReceiving();

  /**
   * Waits until every message in hand is acknowledged or handed back, then disconnects.
   *
   * @param limit how long that may take
   * @return false when it took longer
   */
  boolean close(Duration limit);
}
