package dev.lanekeeper.localbroker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The packaged jar, run as the child process that its users run. */
final class BrokerProcess implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration STOP = Duration.ofMinutes(1);
  private static final Duration ANSWER = Duration.ofSeconds(30);
  private final Process process;
  private final Writer input;
  private final BlockingQueue<String> output = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> errors = new LinkedBlockingQueue<>();
  private final List<Thread> readers;

  private BrokerProcess(List<String> command) throws IOException {
    process = new ProcessBuilder(command).start();
    input = process.outputWriter();
    readers = List.of(drain(process.inputReader(), output), drain(process.errorReader(), errors));
  }

  /** Runs the jar with small memory, as the README recommends for tests. */
  static BrokerProcess launch(String... arguments) throws IOException {
    return launchWith(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"), arguments);
  }

  static BrokerProcess launchWith(List<String> jvmFlags, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(jvmFlags);
    command.addAll(List.of("-jar", System.getProperty("local-broker.jar")));
    command.addAll(List.of(arguments));
    return new BrokerProcess(command);
  }

  private static Thread drain(BufferedReader from, BlockingQueue<String> to) {
    Thread reader = new Thread(() -> lines(from, to), "output");
    reader.setDaemon(true);
    reader.start();
    return reader;
  }

  private static void lines(BufferedReader from, BlockingQueue<String> to) {
    try {
      for (String line = from.readLine(); line != null; line = from.readLine()) {
        to.add(line);
      }
    } catch (IOException e) {
      to.add("unreadable: " + e);
    }
  }

  ReadyLine ready() throws InterruptedException {
    return ReadyLine.parse(next(START));
  }

  String ask(String command) throws InterruptedException {
    say(command);
    return next(ANSWER);
  }

  void say(String command) {
    try {
      input.write(command + "\n");
      input.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String next(Duration patience) throws InterruptedException {
    String line = output.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (line == null) {
      throw new AssertionError("no line within %s; standard error: %s".formatted(patience, errors));
    }
    return line;
  }

  void closeInput() throws IOException {
    input.close();
  }

  /** SIGTERM. */
  void terminate() {
    process.destroy();
  }

  /** SIGKILL. */
  void kill() {
    process.destroyForcibly();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for the end of the process and of what it wrote. */
  int exitStatus() throws InterruptedException {
    if (!process.waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("still alive after %s; standard error: %s".formatted(STOP, errors));
    }
    for (Thread reader : readers) {
      reader.join(STOP.toMillis());
    }
    return process.exitValue();
  }

  /** What was written to standard output and not yet taken as an answer. */
  List<String> output() {
    return List.copyOf(output);
  }

  List<String> errors() {
    return List.copyOf(errors);
  }

  @Override
  public void close() {
    kill();
    process.onExit().join();
  }
}
