package dev.lanekeeper.benchmark.machine;

import java.nio.file.Path;
import java.util.List;

/** The JVM of this process, for others. Stateless. */
final class Java {
  static final String PROGRAM = tool("java");

  /** Sends diagnostic commands to other JVMs. */
  static final String DIAGNOSE = tool("jcmd");

  /**
   * Lets the JVM's compilers have a core when they want one, where the system permits it (as root).
   * Where more threads want to run than there are cores they get their share of the time only, and
   * a JVM is not warm before 100,000 messages.
   */
  static final List<String> COMPILERS_FIRST =
      List.of("-XX:ThreadPriorityPolicy=1", "-XX:CompilerThreadPriority=-15");

  private Java() {}

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }
}
