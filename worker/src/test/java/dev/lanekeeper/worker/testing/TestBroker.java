package dev.lanekeeper.worker.testing;

/** The RocketMQ that integration tests run against. Each test makes its own topic and groups. */
public interface TestBroker extends AutoCloseable {

  /** Where clients find the proxy. */
  String endpoints();

  /** Makes a FIFO topic. */
  void createTopic(String name, int queues);

  /** Makes a topic of type NORMAL, which a FIFO producer may not use. */
  void createNormalTopic(String name);

  /** Changes the number of queues of a topic that is in use. */
  void changeQueues(String topic, int queues);

  /** Makes a consumer group; FIFO delivery needs an orderly one. */
  void createGroup(String name, boolean orderly);

  /** Makes an orderly consumer group whose messages are delivered again so often. */
  void createGroup(String name, int retryMaxTimes);

  @Override
  void close();
}
