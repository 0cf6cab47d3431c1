package dev.lanekeeper.worker.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Every metric of a worker, as the README's table has it. No label carries a message group, an id
 * or an error text: the number of series does not depend on the messages.
 */
public enum Metric {
  MESSAGES(Type.COUNTER, "messages", "messages whose fate was committed", "fate"),
  ATTEMPTS(Type.COUNTER, "attempts", "runs of the handler"),
  ATTEMPTS_FAILED(
      Type.COUNTER,
      "attempts.failed",
      "runs that did not end in a commit: `failed`, `rejected`, `environment`",
      "kind"),
  SHARED_TRANSACTIONS(
      Type.COUNTER,
      "shared.transactions",
      "with `--messages-per-transaction`: transactions of several messages, `committed` or `undone`:"
          + " then each message went alone",
      "result"),
  HANDLER(Type.HISTOGRAM, "handler", "how long the handler took"),
  END_TO_END(
      Type.HISTOGRAM,
      "end.to.end",
      "from the sender's building of a message to the commit of its fate"),
  LAG(Type.SECONDS, "lag", "age of the last message when its fate was committed"),
  LANES(Type.GAUGE, "lanes", "message groups with a message here"),
  LANES_BUSY(Type.GAUGE, "lanes.busy", "messages in work"),
  RECEIVED(Type.COUNTER, "received", "messages that the broker delivered"),
  RECEIVE_FAILURES(Type.COUNTER, "receive.failures", "receives that failed"),
  RECEIVE_IDLE(Type.SECONDS, "receive.idle", "time since a receive returned, empty or not"),
  ACKNOWLEDGEMENTS(
      Type.COUNTER,
      "acknowledgements",
      "`accepted` or `refused` by the broker; one that was due after its lease had ended is `late`",
      "result"),
  LEASE_EXTENSIONS(
      Type.COUNTER, "lease.extensions", "`accepted` or `refused` by the broker", "result"),
  LEASES_LOST(Type.COUNTER, "leases.lost", "leases that ran out while their message was in hand"),
  OUTAGE(
      Type.GAUGE,
      "outage",
      "1 while an outage is open: `settling` (the database, or what a handler depends on) or"
          + " `receiving` (the broker)",
      "side"),
  BACKLOG(
      Type.GAUGE,
      "backlog",
      "with `--admin-endpoint`: messages sent and not acknowledged, those in work included",
      "consumer_group",
      "topic"),
  QUEUES_BLOCKED(
      Type.GAUGE,
      "queues.blocked",
      "with `--admin-endpoint`: queues that stand still",
      "consumer_group",
      "topic"),
  CLIENT_REBUILT(Type.COUNTER, "client.rebuilt", "RocketMQ clients rebuilt after a silence"),
  GROUPS(
      Type.GAUGE,
      "groups",
      "groups that do not simply move: `waiting`, `parked`, `paused`",
      "state"),
  HELD(Type.GAUGE, "held", "held messages"),
  HELD_OLDEST(Type.SECONDS, "held.oldest", "for how long the oldest held message is held"),
  DEAD_LETTERS(Type.GAUGE, "dead.letters", "dead letters"),
  PARKINGS(
      Type.COUNTER,
      "parkings",
      "groups that were parked: `attempts`, `rejected`, `conflict`, `misrouted`, `gap`,"
          + " `unknown effect`",
      "reason"),
  EARLY_ARRIVALS(Type.COUNTER, "early.arrivals", "messages that came before their predecessors"),
  REDRIVEN(Type.GAUGE, "redriven", "messages that operators have redriven"),
  GROUP_FULL(
      Type.COUNTER, "group.full", "messages left with the broker because their group is full"),
  HANDED_BACK(Type.COUNTER, "handed.back", "messages that went back to the broker unsettled"),
  INBOX_PURGED(
      Type.COUNTER, "inbox.purged", "inbox rows of applied messages that were removed by age"),
  GROUPS_PURGED(Type.COUNTER, "groups.purged", "ended groups that were removed by age"),
  EFFECTS_PURGED(
      Type.COUNTER,
      "effects.purged",
      "records of effects outside the database that were removed by age"),
  EFFECTS(
      Type.COUNTER,
      "effects",
      "what came of calls outside the database: `happened`, `did not happen`, `unknown`, `claim"
          + " lost`, `taken over`, `called again`",
      "outcome"),
  RESULTS_NOT_GIVEN_BACK(
      Type.COUNTER,
      "results.not.given.back",
      "stored results with which the handler failed when their message came again"),
  BUILD_INFO(Type.GAUGE, "build.info", "always 1; the labels tell the build", "mode", "version");

  /** What a metric is, and how Prometheus spells it. */
  private enum Type {
    COUNTER("counter", "_total"),
    GAUGE("gauge", ""),
    SECONDS("gauge", "_seconds"),
    HISTOGRAM("histogram", "_seconds");

    private final String label;
    private final String suffix;

    Type(String label, String suffix) {
      this.label = label;
      this.suffix = suffix;
    }
  }

  private static final List<Duration> BUCKETS =
      List.of(
          Duration.ofMillis(1),
          Duration.ofMillis(2),
          Duration.ofMillis(5),
          Duration.ofMillis(10),
          Duration.ofMillis(25),
          Duration.ofMillis(50),
          Duration.ofMillis(100),
          Duration.ofMillis(250),
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofMinutes(5));

  private final Type type;
  private final String meter;
  private final String meaning;
  private final List<String> labels;

  Metric(Type type, String name, String meaning, String... labels) {
    this.type = type;
    this.meter = "lanekeeper." + name;
    this.meaning = meaning;
    this.labels = List.of(labels);
  }

  /** Its name in Prometheus. */
  public String prometheusName() {
    return meter.replace('.', '_') + type.suffix;
  }

  /** {@code counter}, {@code gauge} or {@code histogram}. */
  public String type() {
    return type.label;
  }

  /** The names of its labels, in their order. */
  public List<String> labels() {
    return labels;
  }

  /** What it tells, for people. */
  public String meaning() {
    return meaning;
  }

  /**
   * Makes the counter.
   *
   * @param values of the labels, in their order
   */
  Counter counter(MeterRegistry registry, String... values) {
    return Counter.builder(meter).description(meaning).tags(tags(values)).register(registry);
  }

  /**
   * Makes the gauge.
   *
   * @param values of the labels, in their order
   */
  void gauge(MeterRegistry registry, Supplier<Number> value, String... values) {
    Gauge.builder(meter, value)
        .description(meaning)
        .baseUnit(type == Type.SECONDS ? "seconds" : null)
        .tags(tags(values))
        .register(registry);
  }

  /** Makes the histogram. */
  Timer timer(MeterRegistry registry) {
    return Timer.builder(meter)
        .description(meaning)
        .serviceLevelObjectives(BUCKETS.toArray(Duration[]::new))
        .register(registry);
  }

  private String[] tags(String... values) {
    if (values.length != labels.size()) {
      throw new IllegalArgumentException(this + " has the labels " + labels);
    }
    String[] tags = new String[2 * values.length];
    for (int i = 0; i < values.length; i++) {
      tags[2 * i] = labels.get(i);
      tags[2 * i + 1] = values[i];
    }
    return tags;
  }
}
