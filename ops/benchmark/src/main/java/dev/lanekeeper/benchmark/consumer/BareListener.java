package dev.lanekeeper.benchmark.consumer;

import org.apache.rocketmq.client.apis.consumer.ConsumeResult;
import org.apache.rocketmq.client.apis.consumer.MessageListener;
import org.apache.rocketmq.client.apis.message.MessageView;

/** (a): takes messages and does nothing with them; what broker and client can do. Thread-safe. */
record BareListener(CommitLog commits) implements MessageListener {

  @Override
  public ConsumeResult consume(MessageView view) {
    commits.add(SentTime.of(view.getProperties()));
    return ConsumeResult.SUCCESS;
  }
}
