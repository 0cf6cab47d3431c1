package dev.lanekeeper.producer.relay;

import static dev.lanekeeper.producer.relay.TestOutbox.TOPIC;

import dev.lanekeeper.producer.message.MessageLimits;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.program.StopSignal;
import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.program.broker.Endpoints;
import dev.lanekeeper.program.database.Engine;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** An outbox with what sends its rows. Closed at the end of a test. */
final class RelayFixture implements AutoCloseable {
  /** How long a relay of this has nothing to do before it ends. */
  static final Duration QUIET = Duration.ofMillis(300);

  private final TestOutbox outbox;
  private final RecordingSender sender = new RecordingSender();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  RelayFixture(Engine engine) {
    outbox = new TestOutbox(engine);
  }

  TestOutbox outbox() {
    return outbox;
  }

  RecordingSender sender() {
    return sender;
  }

  ExecutorService threads() {
    return threads;
  }

  void write(String group, int rows) {
    for (int i = 0; i < rows; i++) {
      outbox.write(group, "{}");
    }
  }

  List<OutboxRow> unsent(String... standing) {
    List<String> resting = List.of(standing);
    return outbox
        .jdbi()
        .<List<OutboxRow>, RuntimeException>withHandle(
            handle -> new OutboxRows(TOPIC).unsent(handle, 0, 100, resting));
  }

  void mark(List<OutboxRow> rows) {
    outbox.jdbi().useHandle(handle -> new SentMarks(TOPIC).mark(handle, rows));
  }

  /** A relay that ends when it has had nothing to do for a moment. */
  Relay relay(String holder, int page) {
    return relay(holder, page, new StandingGroups(System::nanoTime));
  }

  Relay relay(String holder, int page, StandingGroups standing) {
    RelaySettings settings =
        new RelaySettings(
            TOPIC,
            page,
            Duration.ofMillis(20),
            Duration.ofSeconds(30),
            Optional.of(Duration.ofDays(7)),
            Optional.of(QUIET));
    return new Relay(
        new OutboxDatabase(outbox.settings(1)),
        sender,
        new SendPolicy(4, 1000, 5, Duration.ZERO, Duration.ZERO),
        MessageLimits.BODY_BYTES,
        new ClientStart(
            Endpoints.parse("127.0.0.1:8081"), false, false, TOPIC, Optional.empty(), QUIET),
        settings,
        holder,
        new StopSignal(),
        standing,
        System::nanoTime);
  }

  /** Runs a relay in a thread of its own. */
  Future<?> start(Relay relay) {
    return threads.submit(
        () -> {
          relay.run();
          return null;
        });
  }

  @Override
  public void close() {
    threads.shutdownNow();
    outbox.close();
  }
}
