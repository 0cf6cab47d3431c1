package dev.lanekeeper.worker.config;

/** How messages are received. */
public enum Mode {
  /** Loops of receive, process, acknowledge. */
  SIMPLE,
  /** A PushConsumer's listener. */
  PUSH
}
