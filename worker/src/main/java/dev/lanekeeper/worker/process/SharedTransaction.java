package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.fault.Step;
import dev.lanekeeper.worker.inbox.Arrival;
import dev.lanekeeper.worker.inbox.ShortCut;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.message.RawMessage;
import java.util.Comparator;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies messages of several groups in one transaction, or none of them: then each is made a pass
 * over alone, as if nothing had been tried, and only that counts as an attempt (ops/adr/0010).
 * Stateless and thread-safe; the caller sees to it that no two messages are of one group.
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
   * Applies all of them, or none.
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
    try {
      List<Entry> entries = parts.stream().map(this::entry).sorted(IN_ONE_ORDER).toList();
      jdbi.useTransaction(
          handle -> {
            for (Entry entry : entries) {
              enter(handle, entry);
            }
          });
      return true;
    } catch (Exception failure) {
      // Also a commit of which nobody knows: whoever goes alone finds itself in the inbox.
      log.debug("{} messages go alone", parts.size(), failure);
      return false;
    }
  }

  /** Two processes that share groups for a moment lock their rows in one order. */
  private static final Comparator<Entry> IN_ONE_ORDER =
      Comparator.comparing((Entry entry) -> entry.arrival().message().topic())
          .thenComparing(entry -> entry.arrival().message().messageGroup());

  private Entry entry(Part part) {
    Message message = decoder.decode(part.raw());
    if (effectCalls.areDueFor(message)) {
      throw new GoesAloneException("it has an effect outside the database");
    }
    return new Entry(Arrival.of(message, part.raw()), part.run());
  }

  private void enter(Handle handle, Entry entry) throws Exception {
    entry.run().begin(1);
    if (!shortCut.enter(handle, entry.arrival(), 1)) {
      throw new GoesAloneException("it is not in turn");
    }
    faults.passed(Step.INBOX_WRITTEN);
    handlerRun.handle(handle, entry.arrival().message().withAttempt(1), entry.run());
  }

  /** Not for a shared transaction. */
  private static final class GoesAloneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    GoesAloneException(String why) {
      super(why, null, false, false);
    }
  }
}
