package dev.lanekeeper.worker.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Starts the packaged programs against one broker, from one folder. */
public final class Programs {
  private static final Duration LONG = Duration.ofMinutes(3);

  private final Path folder;
  private final String endpoints;
  private final String topic;
  private final String group;

  public Programs(Path folder, TestBroker broker, String topic, String group) {
    this(folder, broker.endpoints(), topic, group);
  }

  private Programs(Path folder, String endpoints, String topic, String group) {
    this.folder = folder;
    this.endpoints = endpoints;
    this.topic = topic;
    this.group = group;
  }

  /** The same programs, which reach the broker through a proxy. */
  public Programs through(FaultProxy proxy) {
    return new Programs(folder, proxy.endpoints(), topic, group);
  }

  /** Replays a ledger, all of it. */
  public void replay(TestLedger ledger) throws InterruptedException {
    Path file = ledger.write(folder.resolve("ledger.csv"));
    JavaProcess.Result result = replay(file.toString());
    assertThat(result.exitCode()).as(result.stderr()).isZero();
  }

  /** Runs {@code producer-tool.jar replay} to its end. */
  public JavaProcess.Result replay(String... arguments) throws InterruptedException {
    List<String> all = new ArrayList<>(List.of("-jar", Jars.producerTool().toString(), "replay"));
    all.addAll(List.of("--endpoints", endpoints, "--topic", topic));
    all.addAll(List.of(arguments));
    return JavaProcess.start(folder, Map.of(), all).await(LONG);
  }

  /** Starts a replay, and does not wait for its end. */
  public JavaProcess startReplay(TestLedger ledger, String... options) {
    Path file = ledger.write(folder.resolve("more.csv"));
    List<String> all = new ArrayList<>(List.of("-jar", Jars.producerTool().toString(), "replay"));
    all.addAll(List.of("--endpoints", endpoints, "--topic", topic, file.toString()));
    all.addAll(List.of(options));
    return JavaProcess.start(folder, Map.of(), all);
  }

  /** Starts {@code producer-tool.jar} with a command, and the way to the broker. */
  public JavaProcess startProducerTool(String... arguments) {
    List<String> all = new ArrayList<>(List.of("-jar", Jars.producerTool().toString()));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--endpoints", endpoints));
    return JavaProcess.start(folder, Map.of(), all);
  }

  /** Runs {@code producer-tool.jar} with a command to its end. */
  public JavaProcess.Result producerTool(String... arguments) throws InterruptedException {
    return startProducerTool(arguments).await(LONG);
  }

  /** Runs an operator's command to its end; returns what it printed. */
  public String groups(LedgerDatabase database, String... arguments) throws InterruptedException {
    List<String> all = new ArrayList<>(List.of("groups"));
    all.addAll(List.of(arguments));
    JavaProcess.Result result = operate(database, all.toArray(String[]::new));
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    return result.stdout();
  }

  /** Runs {@code worker.jar} with an operator's command to its end. */
  public JavaProcess.Result operate(LedgerDatabase database, String... arguments)
      throws InterruptedException {
    return operate(Map.of(), database, arguments);
  }

  /** The same, with variables in its environment. */
  public JavaProcess.Result operate(
      Map<String, String> environment, LedgerDatabase database, String... arguments)
      throws InterruptedException {
    List<String> all = new ArrayList<>(List.of("-jar", Jars.worker().toString()));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--db", database.url(), "--group", group, "--topic", topic));
    return JavaProcess.start(folder, environment, all).await(LONG);
  }

  /** Runs {@code worker.jar migrate}. */
  public void migrate(LedgerDatabase database) throws InterruptedException {
    String jar = Jars.worker().toString();
    List<String> all = List.of("-jar", jar, "migrate", "--db", database.url());
    JavaProcess.Result result = JavaProcess.start(folder, Map.of(), all).await(LONG);
    assertThat(result.exitCode()).as(result.stderr()).isZero();
  }

  /** Starts {@code worker.jar run}. */
  public JavaProcess worker(LedgerDatabase database, String... arguments) {
    List<String> all = new ArrayList<>(List.of("-jar", Jars.worker().toString()));
    all.addAll(runArguments(database, arguments));
    return JavaProcess.start(folder, Map.of(), all);
  }

  /** Starts {@code worker.jar run} with the handler that fails as the records' notes say. */
  public JavaProcess faultyWorker(LedgerDatabase database, String... arguments) {
    return faultyWorker(Map.of(), database, arguments);
  }

  /** The same, with variables in its environment. */
  public JavaProcess faultyWorker(
      Map<String, String> environment, LedgerDatabase database, String... arguments) {
    String classPath = Jars.worker() + ":" + Jars.testClasses();
    List<String> all = new ArrayList<>(List.of("-cp", classPath, FaultyWorker.class.getName()));
    all.addAll(runArguments(database, arguments));
    return JavaProcess.start(folder, environment, all);
  }

  /** Starts a worker that kills itself at a fault point: {@code STEP:N}. */
  public JavaProcess dyingWorker(LedgerDatabase database, String fault, String... arguments) {
    return start(
        List.of(fault(fault)), FaultyWorker.class.getName(), runArguments(database, arguments));
  }

  /**
   * Starts a worker whose handler calls an endpoint, and can ask it.
   *
   * @param longestCall how long a call takes, as the handler says
   * @param fault where the worker kills itself, if it does
   */
  public JavaProcess askingWorker(
      LedgerDatabase database,
      URI endpoint,
      Duration longestCall,
      Optional<String> fault,
      String... arguments) {
    List<String> options = new ArrayList<>();
    options.add("-D%s=%s".formatted(AskingWorker.ENDPOINT, endpoint));
    options.add("-D%s=%s".formatted(AskingWorker.LONGEST_CALL, longestCall));
    fault.ifPresent(at -> options.add(fault(at)));
    return start(options, AskingWorker.class.getName(), runArguments(database, arguments));
  }

  /** Starts a redrive, with a repaired handler, that kills itself at a fault point. */
  public JavaProcess dyingRedrive(
      LedgerDatabase database, String fault, String messageGroup, String... arguments) {
    return startRedrive(List.of(fault(fault)), database, messageGroup, arguments);
  }

  /** Starts a redrive, and does not wait for its end. */
  public JavaProcess startRedrive(
      LedgerDatabase database, String messageGroup, String... arguments) {
    return startRedrive(List.of(), database, messageGroup, arguments);
  }

  private JavaProcess startRedrive(
      List<String> options, LedgerDatabase database, String messageGroup, String... arguments) {
    List<String> all = new ArrayList<>(List.of("groups", "redrive", messageGroup));
    all.addAll(List.of("--reason", "mended"));
    all.addAll(List.of("--db", database.url(), "--group", group, "--topic", topic));
    all.addAll(List.of(arguments));
    return start(options, "dev.lanekeeper.worker.cli.Main", all);
  }

  private static String fault(String fault) {
    return "-Dlanekeeper.fault=" + fault;
  }

  private JavaProcess start(List<String> options, String mainClass, List<String> arguments) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("-cp", Jars.worker() + ":" + Jars.testClasses(), mainClass));
    all.addAll(arguments);
    return JavaProcess.start(folder, Map.of(), all);
  }

  /** Runs a worker until it has nothing more to do. */
  public JavaProcess.Result drain(JavaProcess worker) throws InterruptedException {
    JavaProcess.Result result = worker.await(LONG);
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    return result;
  }

  private List<String> runArguments(LedgerDatabase database, String... arguments) {
    List<String> all = new ArrayList<>();
    all.add("run");
    all.addAll(List.of("--endpoints", endpoints, "--topic", topic, "--group", group));
    all.addAll(List.of("--db", database.url(), "--migrate", "--http-port", "0"));
    all.addAll(List.of("--output", "json"));
    all.addAll(List.of(arguments));
    return all;
  }
}
