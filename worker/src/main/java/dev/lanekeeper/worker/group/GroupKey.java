package dev.lanekeeper.worker.group;

import dev.lanekeeper.api.Message;

/** Names one message group of one topic, as one consumer group sees it. Immutable. */
public record GroupKey(String consumerGroup, String topic, String name) {

  public static GroupKey of(Message message) {
    return new GroupKey(message.consumerGroup(), message.topic(), message.messageGroup());
  }

  @Override
  public String toString() {
    return "group " + name + " of topic " + topic;
  }
}
