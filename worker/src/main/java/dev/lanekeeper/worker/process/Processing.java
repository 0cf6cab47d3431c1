package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.worker.group.HeldMessages;
import dev.lanekeeper.worker.group.MessageGroups;
import dev.lanekeeper.worker.inbox.Attempts;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.inbox.Inbox;
import dev.lanekeeper.worker.inbox.ShortCut;
import dev.lanekeeper.worker.message.Decoder;
import org.jdbi.v3.core.Jdbi;

/**
 * Puts together what processes messages.
 *
 * @param processor for messages that the broker delivers
 * @param drainer for messages that were held
 */
public record Processing(Processor processor, Drainer drainer) {

  /** The choices that shape processing. */
  public record Rules(
      String consumerGroup,
      FirstSequence firstSequence,
      OnExhausted onExhausted,
      RetryPolicy retryPolicy) {}

  /** Wires the parts by hand. */
  public static Processing of(
      Jdbi jdbi,
      ShortCut shortCut,
      Decoder decoder,
      MessageHandler handler,
      Rules rules,
      ProcessListener listener) {
    Inbox inbox = new Inbox();
    Attempts attemptCounts = new Attempts();
    MessageGroups groups = new MessageGroups();
    HeldMessages heldMessages = new HeldMessages();
    Keep keep = new Keep(heldMessages);
    Passage passage = new Passage(groups);
    GiveUp giveUp =
        switch (rules.onExhausted()) {
          case SKIP -> new Skip(inbox, attemptCounts, groups, keep, passage);
        };
    Settlement settlement =
        new Settlement(
            inbox,
            attemptCounts,
            groups,
            new Records(inbox, heldMessages),
            keep,
            passage,
            giveUp,
            rules.firstSequence());
    HandlerRun handlerRun = new HandlerRun(handler, inbox, attemptCounts, listener);
    Judge judge = new Judge(rules.retryPolicy(), listener);
    return new Processing(
        new Processor(
            jdbi, decoder, handlerRun, shortCut, attemptCounts, settlement, judge, listener),
        new Drainer(
            jdbi,
            rules.consumerGroup(),
            decoder,
            handlerRun,
            heldMessages,
            settlement,
            judge,
            listener));
  }
}
