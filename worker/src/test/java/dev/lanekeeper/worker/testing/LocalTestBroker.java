package dev.lanekeeper.worker.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * ops/local-broker as a child process, spoken to over its standard input. It can be killed and
 * started again in the same place: clients find it, and all that it had stored, where it was.
 */
public final class LocalTestBroker implements TestBroker {
  private final Path data;
  private final List<String> options;
  private Process process;
  private PrintWriter commands;
  private BufferedReader answers;
  private Map<String, String> ready;

  private LocalTestBroker(Path data, List<String> options, Process process) throws IOException {
    this.data = data;
    this.options = options;
    this.process = process;
    this.commands = new PrintWriter(process.outputWriter(UTF_8), true);
    this.answers = process.inputReader(UTF_8);
    this.ready = ready(answers);
  }

  /** Starts a broker on free ports and a new data folder. */
  public static LocalTestBroker start() {
    return startWith();
  }

  /** The same, whose proxy takes bodies of so many bytes at most. */
  public static LocalTestBroker start(int maxMessageSize) {
    return startWith("--max-message-size", Integer.toString(maxMessageSize));
  }

  /** The same with options of ops/local-broker's command line. */
  public static LocalTestBroker startWith(String... more) {
    List<String> options = List.of(more);
    try {
      Path data = Files.createTempDirectory("lanekeeper-broker");
      return new LocalTestBroker(data, options, launch(data, options, "0", "0", "0"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static Process launch(
      Path data, List<String> options, String port, String nameServerPort, String brokerPort)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-jar", Jars.localBroker().toString(), "--data", data.toString()));
    command.addAll(List.of("--port", port, "--namesrv-port", nameServerPort));
    command.addAll(List.of("--broker-port", brokerPort, "--dead-client-timeout", "20s"));
    command.addAll(options);
    command.add("--with-parent");
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.appendTo(data.resolve("stderr.txt").toFile()))
        .start();
  }

  private static Map<String, String> ready(BufferedReader answers) throws IOException {
    String line = answers.readLine();
    if (line == null || !line.startsWith("ready ")) {
      throw new IllegalStateException("the local broker did not start: " + line);
    }
    Map<String, String> parts = new HashMap<>();
    for (String part : line.split(" ", -1)) {
      int split = part.indexOf('=');
      if (split > 0) {
        parts.put(part.substring(0, split), part.substring(split + 1));
      }
    }
    return parts;
  }

  /** SIGKILL to NameServer, broker and proxy at once; returns when they are gone. */
  public synchronized void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /**
   * Removes the order locks that a killed broker had written down, so that the next start is that
   * of one that was killed before it came to it: it does so every 10 s.
   */
  public synchronized void loseOrderLocks() {
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file :
          files
              .filter(path -> path.getFileName().toString().startsWith("consumerOrderInfo"))
              .toList()) {
        Files.delete(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** SIGTERM: offsets and order locks are written down; returns when it is gone. */
  public synchronized void stop() throws InterruptedException {
    process.destroy();
    process.waitFor();
  }

  /** Starts it again after {@link #kill} or {@link #stop}, on the same ports and data folder. */
  public synchronized void startAgain() {
    try {
      process = launch(data, options, port("endpoints"), port("namesrv"), port("broker"));
      commands = new PrintWriter(process.outputWriter(UTF_8), true);
      answers = process.inputReader(UTF_8);
      ready = ready(answers);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Messages of a topic that were sent and not acknowledged, those in workers' hands included. */
  public long lag(String group, String topic) {
    String answer = command("lag " + group + " " + topic);
    return Long.parseLong(answer.substring(answer.lastIndexOf(' ') + 1));
  }

  /**
   * Puts a fault proxy between proxy and broker, which are otherwise one process here: what the
   * proxy says to the broker passes it from now on. For tests with a broker of their own: the way
   * back would cost the next acknowledge, which goes where the broker was.
   */
  public FaultProxy disturbed() {
    FaultProxy way = FaultProxy.before(part("broker"));
    command("announce " + way.port());
    return way;
  }

  /** Where it keeps all that it writes. */
  public Path data() {
    return data;
  }

  /** Where its NameServer listens. */
  public String nameServer() {
    return part("namesrv");
  }

  private String port(String name) {
    String address = part(name);
    return address.substring(address.lastIndexOf(':') + 1);
  }

  private String part(String name) {
    return requireNonNull(ready.get(name), () -> "no " + name + " in: " + ready);
  }

  @Override
  public String endpoints() {
    return part("endpoints");
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

  @Override
  public void createGroup(String name, int retryMaxTimes) {
    command("group " + name + ":orderly:" + retryMaxTimes);
  }

  private synchronized String command(String command) {
    commands.println(command);
    try {
      String answer = answers.readLine();
      if (answer == null || answer.startsWith("error")) {
        throw new IllegalStateException(command + ": " + answer);
      }
      return answer;
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
    return "local broker (NameServer, broker and proxy in one process) at " + endpoints();
  }
}
