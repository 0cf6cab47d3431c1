package dev.lanekeeper.localbroker;

/** The message types a topic can be created with; the names are RocketMQ's. */
enum TopicType {
  FIFO,
  NORMAL
}
