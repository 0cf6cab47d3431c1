package dev.lanekeeper.program.broker;

/** What the RocketMQ client writes to its log. */
public enum ClientLogLevel {
  OFF,
  ERROR,
  WARN,
  INFO,
  DEBUG
}
