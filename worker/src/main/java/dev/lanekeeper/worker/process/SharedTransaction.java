package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.fault.Step;
import dev.lanekeeper.worker.inbox.Arrival;
import dev.lanekeeper.worker.inbox.ShortCut;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.message.RawMessage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies messages of several groups in one transaction, or none of them: then each is made a pass
 * over as if nothing had been tried, those at fault alone, and only that counts as an attempt
 * (ops/adr/0010). Thread-safe; the caller sees to it that no two messages are of one group.
 */
public final class SharedTransaction {
  private static final Logger log = LoggerFactory.getLogger(SharedTransaction.class);

  private final Jdbi jdbi;
  private final Decoder decoder;
  private final HandlerRun handlerRun;
  private final ShortCut shortCut;
  private final EffectCalls effectCalls;
  private final Judge judge;
  private final ProcessListener listener;
  private final FaultPoints faults;
  private final int messages;
  private final Set<Class<?>> told = ConcurrentHashMap.newKeySet();

  SharedTransaction(
      Jdbi jdbi,
      Decoder decoder,
      HandlerRun handlerRun,
      ShortCut shortCut,
      EffectCalls effectCalls,
      Judge judge,
      ProcessListener listener,
      FaultPoints faults,
      int messages) {
    this.jdbi = jdbi;
    this.decoder = decoder;
    this.handlerRun = handlerRun;
    this.shortCut = shortCut;
    this.effectCalls = effectCalls;
    this.judge = judge;
    this.listener = listener;
    this.faults = faults;
    this.messages = messages;
  }

  /** One message of those that share. */
  public record Part(RawMessage raw, Run run) {}

  /** What goes into the transaction for one message. */
  private record Entry(Arrival arrival, Run run) {}

  /** How many messages share a transaction at most; 1 when none do. */
  public int messages() {
    return messages;
  }

  /**
   * Applies all of them, or none; then at least one of their runs goes alone.
   *
   * @param parts of groups that are all different, none of them tried before
   * @return whether all are applied, and that is committed
   */
  public boolean apply(List<Part> parts) {
    boolean applied = isCommitted(parts);
    listener.shared(applied);
    if (applied) {
      for (Part part : parts) {
        faults.passed(Step.COMMITTED);
        judge.settled();
        listener.settled(part.raw(), part.run().current(), new Outcome.Applied(false));
      }
    }
    return applied;
  }

  private boolean isCommitted(List<Part> parts) {
    Blame blame = new Blame(parts);
    try {
      HandlersOwn.run(() -> applyAll(parts, blame));
      return true;
    } catch (Exception failure) {
      // Also a commit of which nobody knows: whoever goes alone finds itself in the inbox.
      tell(failure, parts.size());
      parts.forEach(part -> part.run().undo());
      blame.goAlone();
      return false;
    }
  }

  private void applyAll(List<Part> parts, Blame blame) throws Exception {
    List<Entry> entries = new ArrayList<>();
    for (Part part : parts) {
      blame.on(part.run());
      entries.add(entry(part));
    }
    entries.sort(IN_ONE_ORDER);
    blame.onAll();
    jdbi.useTransaction(
        handle -> {
          enter(handle, entries, blame);
          for (Entry entry : entries) {
            blame.on(entry.run());
            faults.passed(Step.INBOX_WRITTEN);
            handlerRun.handle(handle, entry.arrival().message().withAttempt(1), entry.run());
          }
          blame.onAll();
        });
  }

  /** Who is at fault if something fails now: all, where nobody knows. */
  private static final class Blame {
    private final List<Run> all;
    private List<Run> runs;

    Blame(List<Part> parts) {
      this.all = parts.stream().map(Part::run).toList();
      this.runs = all;
    }

    void on(Run run) {
      runs = List.of(run);
    }

    void on(List<Run> several) {
      runs = several;
    }

    void onAll() {
      runs = all;
    }

    void goAlone() {
      runs.forEach(Run::goAlone);
    }
  }

  /** A failure that comes only of sharing would be found nowhere else: each goes well alone. */
  private void tell(Exception failure, int number) {
    boolean expected =
        failure instanceof GoesAloneException || failure instanceof LostLeaseException;
    if (!expected && told.add(failure.getClass())) {
      log.info(
          "{} messages could not share a transaction and go alone; told once for this kind of failure",
          number,
          failure);
    } else {
      log.debug("{} messages go alone", number, failure);
    }
  }

  /** Two processes that share groups for a moment lock their rows in one order. */
  private static final Comparator<Entry> IN_ONE_ORDER =
      Comparator.comparing((Entry entry) -> entry.arrival().message().topic())
          .thenComparing(entry -> entry.arrival().message().messageGroup());

  private Entry entry(Part part) {
    Message message = decoder.decode(part.raw());
    faults.passed(Step.DECODED);
    if (effectCalls.areDueFor(message)) {
      throw new GoesAloneException("it has an effect outside the database");
    }
    return new Entry(Arrival.of(message, part.raw()), part.run());
  }

  /** All before the first handler runs, so that none runs in vain for one that is not in turn. */
  private void enter(Handle handle, List<Entry> entries, Blame blame) {
    entries.forEach(entry -> entry.run().begin(1));
    List<Arrival> refused =
        shortCut.enterAll(handle, entries.stream().map(Entry::arrival).toList(), 1);
    if (!refused.isEmpty()) {
      blame.on(
          entries.stream()
              .filter(entry -> refused.contains(entry.arrival()))
              .map(Entry::run)
              .toList());
      throw new GoesAloneException("it is not in turn");
    }
  }

  /** Not for a shared transaction. */
  private static final class GoesAloneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GoesAloneException(String why) {
      super(why, null, false, false);
    }
  }
}
