package dev.lanekeeper.benchmark.machine;

import java.nio.file.Path;

/** The JVM of this process, for others. Stateless. */
final class Java {
  static final String PROGRAM = tool("java");

  /** Sends diagnostic commands to other JVMs. */
  static final String DIAGNOSE = tool("jcmd");

  private Java() {}

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }
}
