package dev.lanekeeper.worker.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A program of the machine that checks files; where it is missing the test is skipped. */
public final class Tool {
  private final Path program;

  private Tool(Path program) {
    this.program = program;
  }

  /**
   * Finds it.
   *
   * @param debianPackage that has it, for who reads why a test was skipped
   */
  public static Tool onThePath(String name, String debianPackage) {
    List<Path> found =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .map(folder -> Path.of(folder, name))
            .filter(Files::isExecutable)
            .toList();
    assumeTrue(!found.isEmpty(), "no " + name + " on the path (Debian: " + debianPackage + ")");
    return new Tool(found.get(0));
  }

  /** Starts it, to run until it is killed; what it writes is thrown away. */
  public Process start(Path folder, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Runs it, expects success, and returns what it wrote. */
  public String run(Path folder, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("lanekeeper-tool", ".txt");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      String written = new String(Files.readAllBytes(output), UTF_8);
      assertThat(process.exitValue()).as(command + "\n" + written).isZero();
      return written;
    } finally {
      Files.delete(output);
    }
  }
}
