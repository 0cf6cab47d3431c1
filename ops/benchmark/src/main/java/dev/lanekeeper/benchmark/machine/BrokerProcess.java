package dev.lanekeeper.benchmark.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * ops/local-broker as a process of its own, which ends with this one; its classes do not go with
 * those of the client in one JVM. Not thread-safe.
 */
public final class BrokerProcess implements AutoCloseable {
  private static final Pattern ENDPOINTS = Pattern.compile("^ready .*endpoints=(\\S+)");

  private final Process process;
  private final PrintWriter commands;
  private final BufferedReader answers;
  private final String endpoints;

  private BrokerProcess(Process process, Path log) throws IOException {
    this.process = process;
    this.commands = new PrintWriter(process.outputWriter(UTF_8), true);
    this.answers = process.inputReader(UTF_8);
    String line = answers.readLine();
    Matcher ready = ENDPOINTS.matcher(line == null ? "" : line);
    if (!ready.find()) {
      throw new IllegalStateException("the local broker did not start: " + Tail.of(log));
    }
    this.endpoints = ready.group(1);
  }

  /**
   * Starts it on free ports.
   *
   * @param jar local-broker.jar
   * @param folder for all that it writes
   */
  public static BrokerProcess start(Path jar, Path folder) throws IOException {
    List<String> command = new ArrayList<>(List.of(Java.PROGRAM, "-Xmx1g"));
    command.addAll(Java.COMPILERS_FIRST);
    command.addAll(
        List.of(
            "-jar",
            jar.toString(),
            "--data",
            folder.resolve("broker").toString(),
            "--port",
            "0",
            "--with-parent"));
    Path log = folder.resolve("broker.log");
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    try {
      return new BrokerProcess(process, log);
    } catch (IOException | RuntimeException failure) {
      process.destroyForcibly();
      throw failure;
    }
  }

  /** Where its proxy is. */
  public String endpoints() {
    return endpoints;
  }

  /** Creates a FIFO topic and an orderly consumer group, both new. */
  public void create(String topic, int queues, String consumerGroup) throws IOException {
    command("topic " + topic + ":" + queues);
    command("group " + consumerGroup + ":orderly");
  }

  private void command(String command) throws IOException {
    commands.println(command);
    String answer = answers.readLine();
    if (answer == null || answer.startsWith("error")) {
      throw new IllegalStateException("the local broker answers " + command + " with " + answer);
    }
  }

  @Override
  public void close() {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
