package dev.lanekeeper.producer.send;

/** Shows how far sending is. */
public interface Progress extends AutoCloseable {

  /** Shows nothing. */
  Progress NONE =
      new Progress() {
        @Override
        public void step() {}

        @Override
        public void close() {}
      };

  /** One more record is confirmed. */
  void step();

  @Override
  void close();
}
