package dev.lanekeeper.benchmark.cell;

import dev.lanekeeper.benchmark.consumer.ConsumerSettings;
import dev.lanekeeper.benchmark.machine.BrokerProcess;
import dev.lanekeeper.benchmark.machine.LedgerPlace;
import dev.lanekeeper.benchmark.machine.PostgresServer;
import dev.lanekeeper.benchmark.machine.Watch;
import dev.lanekeeper.benchmark.traffic.Sender;
import dev.lanekeeper.program.database.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.rocketmq.client.apis.ClientException;

/**
 * Broker, database server and sender, for all measurements of a run, and a folder that is removed
 * with them. Not thread-safe.
 */
final class Lab implements AutoCloseable {
  private final Path folder;
  private final BrokerProcess broker;
  private final Optional<PostgresServer> postgres;
  private final Sender sender;
  private int number;

  private Lab(Path folder, BrokerProcess broker, Optional<PostgresServer> postgres, Sender sender) {
    this.folder = folder;
    this.broker = broker;
    this.postgres = postgres;
    this.sender = sender;
  }

  /**
   * Starts everything.
   *
   * @param brokerJar local-broker.jar
   * @param withPostgres whether PostgreSQL is needed
   */
  static Lab start(Path brokerJar, boolean withPostgres) throws IOException, ClientException {
    Path folder = Files.createTempDirectory("lanekeeper-benchmark");
    BrokerProcess broker = BrokerProcess.start(brokerJar, folder);
    Optional<PostgresServer> postgres =
        withPostgres
            ? Optional.of(PostgresServer.start(folder.resolve("postgres")))
            : Optional.empty();
    return new Lab(folder, broker, postgres, new Sender(broker.endpoints()));
  }

  Sender sender() {
    return sender;
  }

  /** A name for the next measurement's topic, consumer group, database and files. */
  String nextName() {
    number++;
    return "benchmark_" + number;
  }

  /** Creates topic and consumer group of a measurement, both of this name. */
  void create(String name, int queues) throws IOException {
    broker.create(name, queues, name);
  }

  String endpoints() {
    return broker.endpoints();
  }

  /** Begins to watch the machine. */
  Watch watch() throws IOException {
    return Watch.begin(postgres);
  }

  /**
   * The settings of a measurement's consumer.
   *
   * @param name of its topic and consumer group
   * @param number tells several consumers apart, which share them
   */
  ConsumerSettings consumer(
      String name, String databaseUrl, int concurrency, Duration pause, int number) {
    return new ConsumerSettings(
        endpoints(),
        name,
        name,
        databaseUrl,
        concurrency,
        pause,
        file("%s-%d.commits".formatted(name, number)));
  }

  LedgerPlace newLedger(Engine engine, String name) {
    return LedgerPlace.create(engine, name, postgres, folder);
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  @Override
  public void close() throws IOException {
    sender.close();
    broker.close();
    postgres.ifPresent(PostgresServer::close);
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
