package dev.lanekeeper.worker.testing;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.worker.fault.Step;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Workers of one consumer group that call one {@link Endpoint} for each message of one topic, and
 * what they leave behind. For one thread.
 */
public final class EffectWorkers {
  /** With what the http handler signs. */
  public static final String SECRET = "TGFuZWtlZXBlciBzaWducyB3aXRoIHRoaXMgc2VjcmV0";

  private static final Duration LIFE = Duration.ofMinutes(1);
  private static final Duration LONGEST_CALL = Duration.ofSeconds(1);
  private static final int SIGKILL = 128 + 9;

  private final TestBroker broker;
  private final String topic;
  private final String consumerGroup;
  private final Programs programs;
  private final LedgerDatabase database;
  private final Endpoint endpoint;
  private final Path secret;

  /** The topic is there; the consumer group is made. */
  public EffectWorkers(
      Path folder,
      TestBroker broker,
      String topic,
      String consumerGroup,
      LedgerDatabase database,
      Endpoint endpoint)
      throws IOException {
    broker.createGroup(consumerGroup, true);
    this.broker = broker;
    this.topic = topic;
    this.consumerGroup = consumerGroup;
    this.programs = new Programs(folder, broker, topic, consumerGroup);
    this.database = database;
    this.endpoint = endpoint;
    this.secret = Files.writeString(folder.resolve("secret"), "whsec_" + SECRET);
  }

  /** Sends the first and the second message of so many message groups, {@code g-0} and so on. */
  public void sendTwoEach(int groups) throws Exception {
    try (Sender sender = new Sender(broker.endpoints(), topic)) {
      for (int group = 0; group < groups; group++) {
        sender.send("g-" + group, 1, "test.v1", "{\"n\":1}");
        sender.send("g-" + group, 2, "test.v1", "{\"n\":2}");
      }
    }
  }

  /** A worker with the http handler. */
  public JavaProcess http(String path, String... options) {
    return programs.worker(database, all(receiving(), httpHandler(path), List.of(options)));
  }

  /** A worker with the http handler that kills itself at the nth passing of a step. */
  public JavaProcess dyingHttp(Step step, int passing) {
    return programs.dyingWorker(
        database, step.label() + ":" + passing, all(receiving(), httpHandler("/")));
  }

  /** A worker whose handler finds out what became of a call. */
  public JavaProcess asking(String path, Optional<Step> death) {
    return programs.askingWorker(
        database,
        url(path),
        LONGEST_CALL,
        death.map(Step::label),
        all(receiving(), List.of("--on-unknown-effect", "reconcile")));
  }

  /** A redrive with the http handler. */
  public JavaProcess redrive(String messageGroup, String path) {
    return programs.startRedrive(database, messageGroup, all(httpHandler(path)));
  }

  /** A redrive with the http handler that kills itself when a step is passed. */
  public JavaProcess dyingRedrive(String messageGroup, Step step) {
    return programs.dyingRedrive(database, step.label(), messageGroup, all(httpHandler("/")));
  }

  /** Redrives what is parked. */
  public JavaProcess.Result redriveAll() throws InterruptedException {
    List<String> command = List.of("groups", "redrive", "--all-parked", "--reason", "mended");
    return programs.operate(database, all(command, httpHandler("/")));
  }

  /** The second is killed in its call; the others have killed themselves. */
  public void awaitDeaths(JavaProcess before, JavaProcess during, JavaProcess after)
      throws InterruptedException {
    await().atMost(LIFE).until(() -> endpoint.stalled() >= 1);
    during.kill();
    assertThat(before.await(LIFE).exitCode()).as(before.stderr()).isEqualTo(SIGKILL);
    assertThat(after.await(LIFE).exitCode()).as(after.stderr()).isEqualTo(SIGKILL);
  }

  /** How many messages were applied, of all consumer groups. */
  public int applied() {
    return database.query("select event_id from inbox where fate = 'applied'").size();
  }

  /**
   * The server's record and the database's say the same: one effect for each message. Each message
   * group was called for in order.
   */
  public void assertOneEffectEach(int messages) {
    assertThat(endpoint.effects())
        .hasSize(messages)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            database.query("select '\"' || idempotency_key || '\"' from effect"));
    assertThat(database.query("select distinct state from effect")).containsExactly("done");
    assertThat(sequences().values()).allSatisfy(sequences -> assertThat(sequences).isSorted());
  }

  /** Each consumer group has its own order. */
  private Map<String, List<String>> sequences() {
    return endpoint.requests().stream()
        .collect(
            groupingBy(
                request -> request.uri().getQuery() + " " + header(request, "ce-partitionkey"),
                mapping(request -> header(request, "ce-sequence"), toList())));
  }

  private static String header(Endpoint.Request request, String name) {
    return String.valueOf(request.headers().getFirst(name));
  }

  private URI url(String path) {
    return endpoint.url().resolve(path + "?" + consumerGroup);
  }

  private static List<String> receiving() {
    return List.of("--receive-loops", "1", "--invisible-time", "10s", "--max-attempts", "20");
  }

  private List<String> httpHandler(String path) {
    List<String> options = new ArrayList<>(List.of("--handler", "http", "--http-allow-private"));
    options.addAll(List.of("--http-url", url(path).toString()));
    options.addAll(List.of("--http-secret-file", secret.toString()));
    options.addAll(List.of("--http-response-timeout", "3s"));
    return options;
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  private static String[] all(List<String>... parts) {
    return Arrays.stream(parts).flatMap(List::stream).toArray(String[]::new);
  }
}
