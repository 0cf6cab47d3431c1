package dev.lanekeeper.worker.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** ops/local-broker as a child process, spoken to over its standard input. */
public final class LocalTestBroker implements TestBroker {
  private final Process process;
  private final PrintWriter commands;
  private final BufferedReader answers;
  private final String endpoints;

  private LocalTestBroker(Process process) throws IOException {
    this.process = process;
    this.commands = new PrintWriter(process.outputWriter(UTF_8), true);
    this.answers = process.inputReader(UTF_8);
    this.endpoints = readyEndpoints(answers);
  }

  /** Starts a broker on free ports and a new data folder. */
  public static LocalTestBroker start() {
    try {
      Path data = Files.createTempDirectory("lanekeeper-broker");
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-XX:TieredStopAtLevel=1",
                  "-jar",
                  Jars.localBroker().toString(),
                  "--port",
                  "0",
                  "--data",
                  data.toString(),
                  "--with-parent")
              .redirectError(data.resolve("stderr.txt").toFile())
              .start();
      return new LocalTestBroker(process);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static String readyEndpoints(BufferedReader answers) throws IOException {
    String line = answers.readLine();
    if (line == null || !line.startsWith("ready ")) {
      throw new IllegalStateException("the local broker did not start: " + line);
    }
    for (String part : line.split(" ", -1)) {
      if (part.startsWith("endpoints=")) {
        return part.substring("endpoints=".length());
      }
    }
    throw new IllegalStateException("no endpoints in: " + line);
  }

  @Override
  public String endpoints() {
    return endpoints;
  }

  @Override
  public void createTopic(String name, int queues) {
    command("topic " + name + ":" + queues);
  }

  @Override
  public void createNormalTopic(String name) {
    command("topic " + name + ":1:normal");
  }

  @Override
  public void changeQueues(String topic, int queues) {
    command("queues " + topic + " " + queues);
  }

  @Override
  public void createGroup(String name, boolean orderly) {
    command("group " + name + (orderly ? ":orderly" : ":concurrent"));
  }

  private synchronized void command(String command) {
    commands.println(command);
    try {
      String answer = answers.readLine();
      if (answer == null || answer.startsWith("error")) {
        throw new IllegalStateException(command + ": " + answer);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  @Override
  public String toString() {
    return "local broker (NameServer, broker and proxy in one process) at " + endpoints;
  }
}
