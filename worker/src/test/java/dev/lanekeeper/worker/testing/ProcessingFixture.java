package dev.lanekeeper.worker.testing;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.inbox.ShortCut;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.message.DedupKeyRule;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.process.EffectOutcome;
import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.OnUnknownEffect;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.ProcessListener;
import dev.lanekeeper.worker.process.Processing;
import dev.lanekeeper.worker.process.RetryPolicy;
import dev.lanekeeper.worker.process.Run;
import dev.lanekeeper.worker.trace.MessageTraces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Handle;

/** Processing over a real database, with a handler that writes down what it does. */
public final class ProcessingFixture implements AutoCloseable {
  public static final String CONSUMER_GROUP = "tests";
  public static final int MAX_ATTEMPTS = 3;
  public static final int MAX_HELD = 5;
  public static final Duration LONGEST_ASKED_FOR = Duration.ofSeconds(5);
  private static final int MOST_PASSES = 100;
  public static final Duration GAP_TIMEOUT = Duration.ofHours(1);

  private final String url;
  private final Database database;
  private final Engine engine;
  private final OnExhausted onExhausted;
  private final FirstSequence firstSequence;
  private final List<EffectOutcome> effectOutcomes = new CopyOnWriteArrayList<>();
  private volatile Optional<EffectHandler> outside = Optional.empty();
  private volatile OnUnknownEffect onUnknownEffect = OnUnknownEffect.AUTO;
  private volatile MessageTraces traces = MessageTraces.OFF;
  private volatile int messagesPerTransaction = 1;
  private final List<Boolean> shared = new CopyOnWriteArrayList<>();
  private volatile Processing processing;
  private final AtomicInteger runs = new AtomicInteger();
  private final List<FailureClassifier.Kind> failures = new CopyOnWriteArrayList<>();
  private final List<Throwable> undecided = new CopyOnWriteArrayList<>();
  private final List<String> changes = new CopyOnWriteArrayList<>();
  private final List<Integer> attempts = new CopyOnWriteArrayList<>();
  private volatile Optional<String> owner = Optional.empty();
  private volatile MessageHandler before = (message, handle) -> Optional.empty();

  public ProcessingFixture(Engine engine, OnExhausted onExhausted, FirstSequence firstSequence) {
    this(engine, TestDatabases.newUrl(engine), onExhausted, firstSequence);
  }

  /** Over a database of the test's own, which may have been worked on before. */
  public ProcessingFixture(Engine engine, String url) {
    this(engine, url, OnExhausted.PARK, FirstSequence.ONE);
  }

  private ProcessingFixture(
      Engine engine, String url, OnExhausted onExhausted, FirstSequence firstSequence) {
    this.url = url;
    this.engine = engine;
    this.onExhausted = onExhausted;
    this.firstSequence = firstSequence;
    this.database = TestDatabases.open(url);
    database
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "create table if not exists effect_log (number bigint generated always as identity,"
                        + " message_group varchar(255), event_id varchar(255))"));
    this.processing = wire();
  }

  private Processing wire() {
    return Processing.of(
        database.jdbi(),
        ShortCut.of(engine, firstSequence),
        new Decoder(CONSUMER_GROUP, new DedupKeyRule.CloudEvent()),
        outside.<MessageHandler>map(handler -> handler).orElseGet(Handler::new),
        new Processing.Rules(
            CONSUMER_GROUP,
            firstSequence,
            onExhausted,
            onUnknownEffect,
            new RetryPolicy(
                MAX_ATTEMPTS, Duration.ofMillis(1), Duration.ofMillis(5), LONGEST_ASKED_FOR),
            MAX_HELD,
            messagesPerTransaction,
            GAP_TIMEOUT),
        new Listener(),
        traces,
        FaultPoints.NONE);
  }

  private final class Handler implements MessageHandler {
    @Override
    public Optional<String> messageGroupOf(Message message) {
      return owner;
    }

    @Override
    public Optional<String> handle(Message message, Handle handle) throws Exception {
      return run(message, handle);
    }

    @Override
    public boolean isIdempotent() {
      return before.isIdempotent();
    }

    @Override
    public void repeated(Message message, String result) throws Exception {
      before.repeated(message, result);
    }
  }

  /** The process died a while ago, and another one goes on with its database. */
  public void processDies() {
    processing = wire();
    aWhilePasses();
  }

  /** From now on another handler, with effects outside the database, gets the messages. */
  public void callsOutside(EffectHandler handler, OnUnknownEffect policy) {
    outside = Optional.of(handler);
    onUnknownEffect = policy;
    processing = wire();
  }

  /** For parts that a test puts together itself. */
  public ProcessListener listener() {
    return new Listener();
  }

  /** From now on messages are processed in these traces. */
  public void traced(MessageTraces through) {
    traces = through;
    processing = wire();
  }

  /** From now on so many messages share a transaction. */
  public void shares(int messages) {
    messagesPerTransaction = messages;
    processing = wire();
  }

  /** Whether each shared transaction was committed. */
  public List<Boolean> shared() {
    return shared;
  }

  /** What came of calls outside the database. */
  public List<EffectOutcome> effectOutcomes() {
    return effectOutcomes;
  }

  /** Who has put a run on record and not ended it has had the time to. */
  public void aWhilePasses() {
    database
        .jdbi()
        .useHandle(
            handle -> {
              String longAgo = "timestamp '2020-01-01 00:00:00'";
              handle.execute("update held_message set started_at = " + longAgo);
              handle.execute("update attempt set last_started_at = " + longAgo);
            });
  }

  /** The handler says that every body belongs to this group. */
  public void bodiesBelongTo(String group) {
    owner = Optional.of(group);
  }

  private Optional<String> run(Message message, Handle handle) throws Exception {
    runs.incrementAndGet();
    Optional<String> result = before.handle(message, handle);
    handle.execute(
        "insert into effect_log (message_group, event_id) values (?, ?)",
        message.messageGroup(),
        message.dedupKey().id());
    return result;
  }

  /** What the handler does before it writes its effect: fail, wait, return a result. */
  public void handlerDoes(MessageHandler what) {
    before = what;
  }

  public void handlerSucceeds() {
    before = (message, handle) -> Optional.empty();
  }

  public void handlerFails() {
    before =
        (message, handle) -> {
          throw new IllegalStateException("the handler is broken");
        };
  }

  /** One pass over a message that nobody can have started before. */
  public Outcome process(RawMessage message) {
    return processing.processor().process(message, new Run(false));
  }

  /** One pass of a run that goes on. */
  public Outcome process(RawMessage message, Run run) {
    return processing.processor().process(message, run);
  }

  /** As many passes as a lane would make. */
  public Outcome processToTheEnd(RawMessage message) {
    Run run = new Run(message.deliveryAttempt() > 1);
    Outcome outcome = process(message, run);
    while (outcome instanceof Outcome.TryAgain) {
      outcome = process(message, run);
    }
    return outcome;
  }

  /** Drains a group until nothing is in turn; returns what came of each message. */
  public List<Outcome> drain(String group) {
    List<Outcome> outcomes = new ArrayList<>();
    Run run = new Run(true);
    int passes = 0;
    while (true) {
      Outcome outcome = processing.drainer().drainNext(key(group), run);
      passes++;
      if (outcome instanceof Outcome.TryAgain again && passes > MOST_PASSES) {
        throw new IllegalStateException("no end after " + passes + " passes", again.cause());
      }
      if (outcome instanceof Outcome.Nothing) {
        return outcomes;
      }
      if (outcome instanceof Outcome.Settled) {
        outcomes.add(outcome);
        run = new Run(true);
      }
    }
  }

  /** Redrives a parked group as far as it goes; returns what came of each message. */
  public List<Outcome> redrive(String group) {
    List<Outcome> outcomes = new ArrayList<>();
    while (true) {
      Outcome outcome = processing.redrive().next(key(group), "test");
      if (!(outcome instanceof Outcome.Nothing)) {
        outcomes.add(outcome);
      }
      boolean goesOn = outcome instanceof Outcome.Settled settled && settled.moreMayFollow();
      if (!goesOn) {
        return outcomes;
      }
    }
  }

  public List<GroupKey> groupsToDrain() {
    return processing.drainer().groupsToDrain();
  }

  public static GroupKey key(String group) {
    return new GroupKey(CONSUMER_GROUP, "test", group);
  }

  /** Ids of the committed effects of a group, in the order of their commits. */
  public List<String> effects(String group) {
    return query(
        "select event_id from effect_log where message_group = '" + group + "' order by number");
  }

  /** The first column of a query. */
  public List<String> query(String sql) {
    return database
        .reading()
        .withHandle(handle -> handle.createQuery(sql).mapTo(String.class).list());
  }

  public int runs() {
    return runs.get();
  }

  public List<FailureClassifier.Kind> failures() {
    return failures;
  }

  /** What the worker was told that somebody has to mend. */
  public List<Throwable> undecided() {
    return undecided;
  }

  /** Moves what the database knows into the past. */
  public void hoursPass() {
    database
        .jdbi()
        .useHandle(
            handle -> {
              String longAgo = "timestamp '2020-01-01 00:00:00'";
              handle.execute("update held_message set held_at = " + longAgo);
              handle.execute("update message_group set changed_at = " + longAgo);
            });
  }

  /** The changes of groups' states, in words. */
  public List<String> changes() {
    return changes;
  }

  /** The attempt at which each message was settled, in the order in which the listener was told. */
  public List<Integer> attempts() {
    return attempts;
  }

  /** Where others find the database. */
  public String url() {
    return url;
  }

  public Database database() {
    return database;
  }

  public Processing processing() {
    return processing;
  }

  @Override
  public void close() {
    database.close();
  }

  private final class Listener implements ProcessListener {
    @Override
    public void undecided(Throwable cause) {
      undecided.add(cause);
    }

    @Override
    public void settled(RawMessage raw, int attempt, Outcome.Settled outcome) {
      attempts.add(attempt);
    }

    @Override
    public void groupChanged(
        GroupKey key, GroupState from, GroupState to, Optional<String> reason) {
      changes.add(from.label() + " -> " + to.label() + reason.map(text -> ": " + text).orElse(""));
    }

    @Override
    public void groupFull(GroupKey key) {
      changes.add("full");
    }

    @Override
    public void failed(FailureClassifier.Kind kind, Throwable cause) {
      failures.add(kind);
    }

    @Override
    public void notGivenBack(Message message, Throwable cause) {
      changes.add("not given back: " + cause.getMessage());
    }

    @Override
    public void effect(Message message, EffectOutcome outcome) {
      effectOutcomes.add(outcome);
    }

    @Override
    public void shared(boolean committed) {
      shared.add(committed);
    }

    @Override
    public <T> T timed(Callable<T> handler) throws Exception {
      return handler.call();
    }
  }
}
