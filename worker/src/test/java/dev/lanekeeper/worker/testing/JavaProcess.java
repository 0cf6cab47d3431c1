package dev.lanekeeper.worker.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A real child JVM, with its output in files. Closing it kills it. */
public final class JavaProcess implements AutoCloseable {
  private final Process process;
  private final Path stdout;
  private final Path stderr;

  private JavaProcess(Process process, Path stdout, Path stderr) {
    this.process = process;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /** How a child ended. */
  public record Result(int exitCode, String stdout, String stderr) {}

  /** Starts {@code java} with these arguments, in a folder. */
  public static JavaProcess start(
      Path folder, Map<String, String> environment, List<String> arguments) {
    try {
      Path stdout = Files.createTempFile(folder, "stdout", ".txt");
      Path stderr = Files.createTempFile(folder, "stderr", ".txt");
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(QuickStart.options(arguments));
      command.addAll(arguments);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectOutput(stdout.toFile())
              .redirectError(stderr.toFile());
      // What the machine sends its traces to is no part of a test.
      builder.environment().keySet().removeIf(name -> name.startsWith("OTEL_"));
      builder.environment().putAll(environment);
      return new JavaProcess(builder.start(), stdout, stderr);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Waits for its end. */
  public Result await(Duration limit) throws InterruptedException {
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("not ended after " + limit + ":\n" + stdout() + stderr());
    }
    return new Result(process.exitValue(), stdout(), stderr());
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** SIGTERM. */
  public void terminate() {
    process.destroy();
  }

  /** SIGSTOP: the process stands still with all its threads, until it may {@link #goOn}. */
  public void standStill() throws InterruptedException {
    signal("STOP");
  }

  /** SIGCONT. */
  public void goOn() throws InterruptedException {
    signal("CONT");
  }

  private void signal(String name) throws InterruptedException {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** SIGKILL, and waits for the end. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  public long pid() {
    return process.pid();
  }

  public String stdout() {
    return read(stdout);
  }

  public String stderr() {
    return read(stderr);
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
