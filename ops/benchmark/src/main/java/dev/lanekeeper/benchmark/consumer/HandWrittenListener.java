package dev.lanekeeper.benchmark.consumer;

import org.apache.rocketmq.client.apis.consumer.ConsumeResult;
import org.apache.rocketmq.client.apis.consumer.MessageListener;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** (b): a push listener that commits the business transaction and says so. Thread-safe. */
record HandWrittenListener(HandWritten transaction) implements MessageListener {
  private static final Logger log = LoggerFactory.getLogger(HandWrittenListener.class);

  @Override
  public ConsumeResult consume(MessageView view) {
    try {
      transaction.apply(view);
      return ConsumeResult.SUCCESS;
    } catch (Exception failure) {
      log.warn("{} failed", view.getMessageId(), failure);
      return ConsumeResult.FAILURE;
    }
  }
}
