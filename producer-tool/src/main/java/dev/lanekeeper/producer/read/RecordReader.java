package dev.lanekeeper.producer.read;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Reads the records of one file in file order, holding one at a time. For one thread. */
public interface RecordReader extends Closeable {

  /**
   * Returns what comes next; empty at the end of the file, or of what can be read of it.
   *
   * @throws IOException when the file cannot be read, which is not about its content
   */
  Optional<Reading> next() throws IOException;
}
