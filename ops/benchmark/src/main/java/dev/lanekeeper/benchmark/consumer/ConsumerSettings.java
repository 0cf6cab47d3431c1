package dev.lanekeeper.benchmark.consumer;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a consumer is told by the benchmark, in system properties of its process. Immutable.
 *
 * @param endpoints where the proxy is
 * @param topic what it receives
 * @param consumerGroup for whom
 * @param databaseUrl where the ledger is
 * @param concurrency how many messages it may have in work at once
 * @param pause how long each takes beside its statements
 * @param commitLog where it writes down its commits
 */
public record ConsumerSettings(
    String endpoints,
    String topic,
    String consumerGroup,
    String databaseUrl,
    int concurrency,
    Duration pause,
    Path commitLog) {
  private static final String PREFIX = "lanekeeper.benchmark.";

  /** Options of the JVM that say the same. */
  public List<String> jvmOptions() {
    return List.of(
        option("endpoints", endpoints),
        option("topic", topic),
        option("group", consumerGroup),
        option("db", databaseUrl),
        option("concurrency", Integer.toString(concurrency)),
        option("pause", pause.toString()),
        option("commits", commitLog.toString()));
  }

  private static String option(String name, String value) {
    return "-D" + PREFIX + name + "=" + value;
  }

  /** Those of this process. */
  static ConsumerSettings ofThisProcess() {
    return new ConsumerSettings(
        property("endpoints"),
        property("topic"),
        property("group"),
        property("db"),
        Integer.parseInt(property("concurrency")),
        Duration.parse(property("pause")),
        Path.of(property("commits")));
  }

  private static String property(String name) {
    String value = System.getProperty(PREFIX + name);
    if (value == null) {
      throw new IllegalStateException("the benchmark starts its consumers with " + PREFIX + name);
    }
    return value;
  }

  CommitLog openCommitLog() throws IOException {
    return CommitLog.open(commitLog);
  }
}
