package dev.lanekeeper.benchmark.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that ran to its end. Immutable.
 *
 * @param output what it printed to standard output
 * @param seconds from its start to its end, that of the JVM included
 */
public record ToolRun(String output, double seconds) {
  private static final double NANOS = 1e9;

  /**
   * Runs one.
   *
   * @param jar the program
   * @param folder for what it prints
   * @throws IllegalStateException when it ends with anything but 0
   */
  public static ToolRun of(Path jar, Path folder, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Java.PROGRAM, "-jar", jar.toString()));
    command.addAll(arguments);
    Path output = Files.createTempFile(folder, "tool", ".out");
    Path errors = Files.createTempFile(folder, "tool", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("LANEKEEPER_"));
    long begin = System.nanoTime();
    int code = builder.start().waitFor();
    double seconds = (System.nanoTime() - begin) / NANOS;
    if (code != 0) {
      throw new IllegalStateException(
          "%s ended with %d: %s".formatted(arguments.get(0), code, Tail.of(errors)));
    }
    return new ToolRun(Files.readString(output, UTF_8), seconds);
  }
}
