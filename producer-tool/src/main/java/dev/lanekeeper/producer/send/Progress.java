package dev.lanekeeper.producer.send;

/** Shows how far sending is. */
public interface Progress extends AutoCloseable {
  /** One more record is confirmed. */
  void step();

  @Override
  void close();
}
