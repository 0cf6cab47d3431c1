package dev.lanekeeper.worker.observe;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.backlog.BlockedQueues;
import dev.lanekeeper.worker.backlog.QueueState;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.ProcessListener;
import dev.lanekeeper.worker.receive.Outage;
import dev.lanekeeper.worker.testing.GeneratedPart;
import dev.lanekeeper.worker.testing.TestDatabases;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The metrics are those of the enum, of the README and of nothing else. */
class MetricsTest {
  private static final Pattern TYPE = Pattern.compile("# TYPE (lanekeeper_\\S+) (\\S+)");
  private static final Pattern SERIES = Pattern.compile("(lanekeeper_\\w+)(?:\\{(.*)})? \\S+");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"[^\"]*\"");

  private final Database database = TestDatabases.create(Engine.H2);
  private final PrometheusMeterRegistry registry =
      Registry.create(database.dataSource(), "1.2.3", "simple");
  private final WorkerMetrics metrics =
      new WorkerMetrics(registry, Clock.systemUTC(), System::nanoTime);
  private final BlockedQueues queues =
      new BlockedQueues(Duration.ofSeconds(30), System::nanoTime, new BacklogLog("topic"));
  private final Outage settling = outage(Outage.Side.SETTLING);

  MetricsTest() {
    metrics.showOutage(registry, settling);
    metrics.showOutage(registry, outage(Outage.Side.RECEIVING));
    metrics.showLanes(registry, () -> 1, () -> 1);
    BacklogMetrics.show(registry, queues, "group", "topic");
    new GroupMetrics(registry);
    new PurgeMetrics(registry);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void readmeHasWhatTheEnumSays() throws Exception {
    String rows = Stream.of(Metric.values()).map(MetricsTest::row).collect(Collectors.joining());
    new GeneratedPart("metrics", MetricsTest.class)
        .requireThat("| name | type | labels | meaning |\n|---|---|---|---|\n" + rows);
  }

  @Test
  void registryShowsWhatTheEnumSays() {
    Map<String, String> types = new TreeMap<>();
    Map<String, TreeSet<String>> labels = new TreeMap<>();
    for (String line : registry.scrape().lines().toList()) {
      Matcher type = TYPE.matcher(line);
      if (type.matches() && !type.group(1).endsWith("_seconds_max")) {
        types.put(type.group(1), type.group(2));
      }
      Matcher series = SERIES.matcher(line);
      if (series.matches()) {
        Matcher label = LABEL.matcher(Optional.ofNullable(series.group(2)).orElse(""));
        TreeSet<String> names =
            labels.computeIfAbsent(family(series.group(1)), name -> new TreeSet<>());
        while (label.find()) {
          names.add(label.group(1));
        }
        names.remove("le"); // Of the buckets of a histogram.
      }
    }
    Map<String, String> documented = new TreeMap<>();
    for (Metric metric : Metric.values()) {
      documented.put(metric.prometheusName(), metric.type());
      assertThat(labels.get(metric.prometheusName()))
          .as(metric.prometheusName())
          .containsExactlyElementsOf(metric.labels());
    }
    assertThat(types).isEqualTo(documented);
  }

  /** Public case D1. */
  @Test
  void numberOfSeriesDoesNotDependOnTheMessages() throws Exception {
    ProcessListener log = new EventLog(settling, metrics);
    eachKindOnce(log, "first", "the first error");
    long before = series();
    for (int i = 0; i < 100_000; i++) {
      log.settled(sequenced("group-" + i, 1), 1, new Outcome.Applied(false));
    }
    for (int i = 0; i < 1000; i++) {
      eachKindOnce(metrics, "group-" + i, "error " + i);
    }
    assertThat(series()).isEqualTo(before);
    assertThat(registry.scrape())
        .contains("lanekeeper_messages_total{fate=\"applied\"} 101001.0")
        .doesNotContain("group-7", "error 7");
  }

  private static void eachKindOnce(ProcessListener listener, String group, String error)
      throws Exception {
    GroupKey key = new GroupKey("tests", "topic", group);
    listener.settled(sequenced(group, 1), 1, new Outcome.Applied(false));
    listener.settled(sequenced(group, 2), 3, new Outcome.Parked(Fate.HELD, Why.ATTEMPTS));
    listener.groupChanged(key, GroupState.OPEN, GroupState.PARKED, Optional.of("attempts"));
    listener.groupFull(key);
    listener.failed(FailureClassifier.Kind.FAILED, new IllegalStateException(error));
    listener.undecided(new IllegalStateException(error));
    listener.timed(() -> group);
  }

  @Test
  void backlogIsShownForTopicAndConsumerGroup() {
    queues.look(List.of(new QueueState("broker", 0, 7, 3), new QueueState("broker", 1, 5, 4)));
    assertThat(registry.scrape())
        .contains("lanekeeper_backlog{consumer_group=\"group\",topic=\"topic\"} 5.0");
  }

  private long series() {
    return registry.scrape().lines().filter(line -> line.startsWith("lanekeeper_")).count();
  }

  private static String family(String series) {
    return series.replaceFirst("_(bucket|count|sum|max)$", "");
  }

  private static String row(Metric metric) {
    String labels =
        metric.labels().stream().map(it -> "`" + it + "`").collect(Collectors.joining(", "));
    return "| `%s` | %s | %s | %s |\n"
        .formatted(metric.prometheusName(), metric.type(), labels, metric.meaning());
  }

  private static Outage outage(Outage.Side side) {
    return new Outage(side, Duration.ofSeconds(10), System::nanoTime, new OutageLog());
  }
}
