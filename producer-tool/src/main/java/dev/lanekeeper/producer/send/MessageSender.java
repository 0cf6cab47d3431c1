package dev.lanekeeper.producer.send;

import dev.lanekeeper.producer.message.LedgerMessage;
import org.apache.rocketmq.client.apis.ClientException;

/** Sends one message at a time. For one thread. */
public interface MessageSender extends AutoCloseable {

  /**
   * Returns once the broker has stored the message.
   *
   * @throws ClientException when it has not, or nobody knows whether it has
   */
  void send(LedgerMessage message) throws ClientException;

  @Override
  void close();
}
