package dev.lanekeeper.worker.observe;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.ProcessListener;
import dev.lanekeeper.worker.receive.Acknowledgement;
import dev.lanekeeper.worker.receive.Outage;
import dev.lanekeeper.worker.receive.ReceiveListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * What the worker counts and times. No label carries a message group, an id or an error text: the
 * number of series does not depend on the messages. Thread-safe.
 */
public final class WorkerMetrics implements ProcessListener, ReceiveListener {
  private static final Set<Why> PARKING_REASONS =
      EnumSet.of(Why.ATTEMPTS, Why.REJECTED, Why.CONFLICT, Why.MISROUTED, Why.GAP);

  private final Clock clock;
  private final LongSupplier nanoTime;
  private final Map<Fate, Counter> messages = new EnumMap<>(Fate.class);
  private final Map<FailureClassifier.Kind, Counter> failedAttempts =
      new EnumMap<>(FailureClassifier.Kind.class);
  private final Map<Why, Counter> parkings = new EnumMap<>(Why.class);
  private final Counter early;
  private final Counter groupFull;
  private final Counter notGivenBack;
  private final Counter attempts;
  private final Timer handlerTime;
  private final Timer endToEndTime;
  private final Counter received;
  private final Counter receiveFailures;
  private final Map<Acknowledgement, Counter> acknowledgements =
      new EnumMap<>(Acknowledgement.class);
  private final Counter leasesLost;
  private final Counter clientsRebuilt;
  private final Counter extended;
  private final Counter notExtended;
  private final Counter handedBack;
  private final AtomicLong lagMillis = new AtomicLong();
  private final AtomicLong lastDelivery;
  private final AtomicLong lastSignOfLife;
  private final AtomicLong firstDelivery = new AtomicLong();
  private final AtomicLong lastSettlement = new AtomicLong();

  /**
   * @param clock tells the age of messages, whose time is the sender's
   * @param nanoTime a monotonic clock
   */
  public WorkerMetrics(MeterRegistry registry, Clock clock, LongSupplier nanoTime) {
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.lastDelivery = new AtomicLong(nanoTime.getAsLong());
    this.lastSignOfLife = new AtomicLong(nanoTime.getAsLong());
    for (Fate fate : Fate.values()) {
      messages.put(
          fate,
          Counter.builder("lanekeeper.messages")
              .description("Messages whose fate was committed.")
              .tag("fate", fate.label())
              .register(registry));
    }
    for (FailureClassifier.Kind kind : FailureClassifier.Kind.values()) {
      failedAttempts.put(
          kind,
          Counter.builder("lanekeeper.attempts.failed")
              .description("Attempts that did not end in a commit.")
              .tag("kind", kind.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    for (Why reason : PARKING_REASONS) {
      parkings.put(
          reason,
          Counter.builder("lanekeeper.parkings")
              .description("Groups that were parked.")
              .tag("reason", reason.label())
              .register(registry));
    }
    this.early =
        counter(registry, "early.arrivals", "Messages that came before their predecessors.");
    this.groupFull =
        counter(registry, "group.full", "Messages left with the broker: their group is full.");
    this.notGivenBack =
        counter(
            registry,
            "results.not.given.back",
            "Stored results with which the handler failed when their message came again.");
    this.attempts =
        Counter.builder("lanekeeper.attempts")
            .description("Runs of the handler.")
            .register(registry);
    this.handlerTime =
        Timer.builder("lanekeeper.handler")
            .description("How long the handler took.")
            .serviceLevelObjectives(buckets())
            .register(registry);
    this.endToEndTime =
        Timer.builder("lanekeeper.end.to.end")
            .description("From the sender's building of a message to the commit of its fate.")
            .serviceLevelObjectives(buckets())
            .register(registry);
    this.received = counter(registry, "received", "Messages that the broker delivered.");
    this.receiveFailures = counter(registry, "receive.failures", "Receives that failed.");
    for (Acknowledgement answer : Acknowledgement.values()) {
      acknowledgements.put(
          answer, result(registry, "acknowledgements", answer.name().toLowerCase(Locale.ROOT)));
    }
    this.leasesLost =
        counter(registry, "leases.lost", "Leases that ran out while their message was in hand.");
    this.clientsRebuilt =
        counter(registry, "client.rebuilt", "RocketMQ clients rebuilt after a silence.");
    this.extended = result(registry, "lease.extensions", "accepted");
    this.notExtended = result(registry, "lease.extensions", "refused");
    this.handedBack =
        counter(registry, "handed.back", "Messages that went back to the broker unsettled.");
    Gauge.builder("lanekeeper.lag", lagMillis, millis -> millis.doubleValue() / 1000)
        .description("Age of the last message when its fate was committed.")
        .baseUnit("seconds")
        .register(registry);
    Gauge.builder("lanekeeper.receive.idle", this, metrics -> metrics.sinceSignOfLife() / 1e9)
        .description("Time since a receive returned, empty or not.")
        .baseUnit("seconds")
        .register(registry);
  }

  /** Shows the lanes. */
  public void showLanes(MeterRegistry registry, IntSupplier lanes, IntSupplier busy) {
    Gauge.builder("lanekeeper.lanes", lanes::getAsInt)
        .description("Message groups that have a message here.")
        .register(registry);
    Gauge.builder("lanekeeper.lanes.busy", busy::getAsInt)
        .description("Messages that are being processed.")
        .register(registry);
  }

  /** Shows whether an outage is open. */
  public void showOutage(MeterRegistry registry, Outage outage) {
    Gauge.builder("lanekeeper.outage", outage, side -> side.isOpen() ? 1 : 0)
        .description("1 while an outage is open.")
        .tag("side", outage.side().name().toLowerCase(Locale.ROOT))
        .register(registry);
  }

  /** Shows which build runs. */
  public static void showBuild(MeterRegistry registry, String version, String mode) {
    Gauge.builder("lanekeeper.build.info", () -> 1)
        .description("Always 1; the labels tell the build.")
        .tag("version", version)
        .tag("mode", mode)
        .register(registry);
  }

  private static Duration[] buckets() {
    return new Duration[] {
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
      Duration.ofMinutes(5)
    };
  }

  private static Counter counter(MeterRegistry registry, String name, String description) {
    return Counter.builder("lanekeeper." + name).description(description).register(registry);
  }

  private static Counter result(MeterRegistry registry, String name, String result) {
    return Counter.builder("lanekeeper." + name)
        .description("What the broker answered.")
        .tag("result", result)
        .register(registry);
  }

  /** What was done so far. */
  public Summary summary() {
    Map<Fate, Long> fates = new EnumMap<>(Fate.class);
    messages.forEach((fate, counter) -> fates.put(fate, (long) counter.count()));
    Duration busy = Duration.ofNanos(Math.max(0, lastSettlement.get() - firstDelivery.get()));
    return new Summary(fates, (long) attempts.count(), busy);
  }

  /** Messages can come from now on. */
  public void receivingBegins() {
    lastDelivery.set(nanoTime.getAsLong());
    lastSignOfLife.set(nanoTime.getAsLong());
  }

  /** Nanoseconds since a message was delivered or settled. */
  public long sinceDelivery() {
    return nanoTime.getAsLong() - lastDelivery.get();
  }

  /** Nanoseconds since a receive returned. */
  public long sinceSignOfLife() {
    return nanoTime.getAsLong() - lastSignOfLife.get();
  }

  @Override
  public void settled(RawMessage raw, Outcome.Settled outcome) {
    long now = nanoTime.getAsLong();
    lastDelivery.set(now);
    lastSettlement.set(now);
    count(messages, outcome.fate());
    if (outcome instanceof Outcome.Held held && held.why() == Why.EARLY) {
      early.increment();
    }
    Duration age = Duration.between(raw.bornAt(), Instant.now(clock));
    lagMillis.set(Math.max(0, age.toMillis()));
    endToEndTime.record(age.isNegative() ? Duration.ZERO : age);
  }

  @Override
  public void groupChanged(GroupKey key, GroupState from, GroupState to, Optional<String> reason) {
    if (to == GroupState.PARKED) {
      Counter parking = parkings.get(Why.ofLabel(reason.orElse(Why.BEHIND.label())));
      if (parking != null) {
        parking.increment();
      }
    }
  }

  @Override
  public void groupFull(GroupKey key) {
    groupFull.increment();
  }

  @Override
  public void failed(FailureClassifier.Kind kind, Throwable cause) {
    count(failedAttempts, kind);
  }

  @Override
  public void undecided(Throwable cause) {
    // Its failure was counted already.
  }

  @Override
  public void notGivenBack(Message message, Throwable cause) {
    notGivenBack.increment();
  }

  @Override
  public <T> T timed(Callable<T> handler) throws Exception {
    attempts.increment();
    return handlerTime.recordCallable(handler);
  }

  @Override
  public void received(int count) {
    lastSignOfLife.set(nanoTime.getAsLong());
    if (count > 0) {
      long now = nanoTime.getAsLong();
      firstDelivery.compareAndSet(0, now);
      lastDelivery.set(now);
      received.increment(count);
    }
  }

  @Override
  public void acknowledged(Acknowledgement answer) {
    count(acknowledgements, answer);
  }

  @Override
  public void leaseLost() {
    leasesLost.increment();
  }

  @Override
  public void clientRebuilt(Duration silence) {
    clientsRebuilt.increment();
  }

  @Override
  public void extended(boolean accepted) {
    (accepted ? extended : notExtended).increment();
  }

  @Override
  public void handedBack() {
    handedBack.increment();
  }

  @Override
  public void receiveFailed(Throwable failure) {
    receiveFailures.increment();
  }

  private static <K extends Enum<K>> void count(Map<K, Counter> counters, K key) {
    Counter counter = counters.get(key);
    if (counter != null) {
      counter.increment();
    }
  }
}
