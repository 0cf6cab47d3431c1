package dev.lanekeeper.benchmark.machine;

import java.nio.file.Path;

/** The JVM of this process, for others. Stateless. */
final class Java {
  static final String PROGRAM = Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private Java() {}
}
