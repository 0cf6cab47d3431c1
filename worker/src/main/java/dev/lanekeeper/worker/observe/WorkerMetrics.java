package dev.lanekeeper.worker.observe;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.process.EffectOutcome;
import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.ProcessListener;
import dev.lanekeeper.worker.receive.Acknowledgement;
import dev.lanekeeper.worker.receive.Outage;
import dev.lanekeeper.worker.receive.ReceiveListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Locale;
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
      EnumSet.of(
          Why.ATTEMPTS, Why.REJECTED, Why.CONFLICT, Why.MISROUTED, Why.GAP, Why.UNKNOWN_EFFECT);

  private final Clock clock;
  private final Activity activity;
  private final Counters<Fate> messages;
  private final Counters<FailureClassifier.Kind> failedAttempts;
  private final Counters<Why> parkings;
  private final Counters<EffectOutcome> effects;
  private final Counters<Acknowledgement> acknowledgements;
  private final Counter early;
  private final Counter groupFull;
  private final Counter notGivenBack;
  private final Counter attempts;
  private final Counter received;
  private final Counter receiveFailures;
  private final Counter leasesLost;
  private final Counter clientsRebuilt;
  private final Counter extended;
  private final Counter notExtended;
  private final Counter handedBack;
  private final Counter shared;
  private final Counter notShared;
  private final Timer handlerTime;
  private final Timer endToEndTime;
  private final AtomicLong lagMillis = new AtomicLong();

  /**
   * @param clock tells the age of messages, whose time is the sender's
   * @param nanoTime a monotonic clock
   */
  public WorkerMetrics(MeterRegistry registry, Clock clock, LongSupplier nanoTime) {
    this.clock = clock;
    this.activity = new Activity(nanoTime);
    this.messages =
        new Counters<>(registry, Metric.MESSAGES, EnumSet.allOf(Fate.class), Fate::label);
    this.failedAttempts =
        new Counters<>(
            registry,
            Metric.ATTEMPTS_FAILED,
            EnumSet.allOf(FailureClassifier.Kind.class),
            WorkerMetrics::lower);
    this.parkings = new Counters<>(registry, Metric.PARKINGS, PARKING_REASONS, Why::label);
    this.effects =
        new Counters<>(
            registry, Metric.EFFECTS, EnumSet.allOf(EffectOutcome.class), EffectOutcome::label);
    this.acknowledgements =
        new Counters<>(
            registry,
            Metric.ACKNOWLEDGEMENTS,
            EnumSet.allOf(Acknowledgement.class),
            WorkerMetrics::lower);
    this.early = Metric.EARLY_ARRIVALS.counter(registry);
    this.groupFull = Metric.GROUP_FULL.counter(registry);
    this.notGivenBack = Metric.RESULTS_NOT_GIVEN_BACK.counter(registry);
    this.attempts = Metric.ATTEMPTS.counter(registry);
    this.received = Metric.RECEIVED.counter(registry);
    this.receiveFailures = Metric.RECEIVE_FAILURES.counter(registry);
    this.leasesLost = Metric.LEASES_LOST.counter(registry);
    this.clientsRebuilt = Metric.CLIENT_REBUILT.counter(registry);
    this.extended = Metric.LEASE_EXTENSIONS.counter(registry, "accepted");
    this.notExtended = Metric.LEASE_EXTENSIONS.counter(registry, "refused");
    this.handedBack = Metric.HANDED_BACK.counter(registry);
    this.shared = Metric.SHARED_TRANSACTIONS.counter(registry, "committed");
    this.notShared = Metric.SHARED_TRANSACTIONS.counter(registry, "undone");
    this.handlerTime = Metric.HANDLER.timer(registry);
    this.endToEndTime = Metric.END_TO_END.timer(registry);
    Metric.LAG.gauge(registry, () -> lagMillis.doubleValue() / 1000);
    Metric.RECEIVE_IDLE.gauge(registry, () -> activity.sinceSignOfLife() / 1e9);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Shows the lanes. */
  public void showLanes(MeterRegistry registry, IntSupplier lanes, IntSupplier busy) {
    Metric.LANES.gauge(registry, lanes::getAsInt);
    Metric.LANES_BUSY.gauge(registry, busy::getAsInt);
  }

  /** Shows whether an outage is open. */
  public void showOutage(MeterRegistry registry, Outage outage) {
    Metric.OUTAGE.gauge(registry, () -> outage.isOpen() ? 1 : 0, lower(outage.side()));
  }

  /** What was done so far. */
  public Summary summary() {
    return new Summary(messages.counts(), (long) attempts.count(), activity.busy());
  }

  /** Messages can come from now on. */
  public void receivingBegins() {
    activity.begins();
  }

  /** Nanoseconds since a message was delivered or settled. */
  public long sinceDelivery() {
    return activity.sinceDelivery();
  }

  @Override
  public void settled(RawMessage raw, int attempt, Outcome.Settled outcome) {
    activity.settled();
    messages.count(outcome.fate());
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
      parkings.count(Why.ofLabel(reason.orElse(Why.BEHIND.label())));
    }
  }

  @Override
  public void groupFull(GroupKey key) {
    groupFull.increment();
  }

  @Override
  public void failed(FailureClassifier.Kind kind, Throwable cause) {
    failedAttempts.count(kind);
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
  public void effect(Message message, EffectOutcome outcome) {
    effects.count(outcome);
  }

  @Override
  public void shared(boolean committed) {
    (committed ? shared : notShared).increment();
  }

  @Override
  public <T> T timed(Callable<T> handler) throws Exception {
    attempts.increment();
    return handlerTime.recordCallable(handler);
  }

  @Override
  public void received(int count) {
    activity.received(count);
    received.increment(count);
  }

  @Override
  public void acknowledged(Acknowledgement answer) {
    acknowledgements.count(answer);
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
}
