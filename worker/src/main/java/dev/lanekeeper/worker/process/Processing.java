package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.group.HeldMessages;
import dev.lanekeeper.worker.group.MessageGroups;
import dev.lanekeeper.worker.inbox.Attempts;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.inbox.Inbox;
import dev.lanekeeper.worker.inbox.ShortCut;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.trace.MessageTraces;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;

/**
 * Puts together what processes messages.
 *
 * @param processor for messages that the broker delivers
 * @param shared for several of them at once
 * @param drainer for held messages of groups that move
 * @param redrive for held messages of parked groups
 * @param replay for dead letters
 * @param debts of attempts that an outage has left on record
 * @param gaps for groups that wait too long
 */
public record Processing(
    Processor processor,
    SharedTransaction shared,
    Drainer drainer,
    Redrive redrive,
    Replay replay,
    Gaps gaps,
    Debts debts) {

  /**
   * The choices that shape processing.
   *
   * @param maxHeld held messages of one group at most; beyond it they stay with the broker
   * @param messagesPerTransaction how many messages share a transaction at most; 1 when none do
   * @param gapTimeout how long a group waits for a missing message before it is parked
   */
  public record Rules(
      String consumerGroup,
      FirstSequence firstSequence,
      OnExhausted onExhausted,
      OnUnknownEffect onUnknownEffect,
      RetryPolicy retryPolicy,
      int maxHeld,
      int messagesPerTransaction,
      Duration gapTimeout) {}

  /** Wires the parts by hand, with no fault points and no traces. */
  public static Processing of(
      Jdbi jdbi,
      ShortCut shortCut,
      Decoder decoder,
      MessageHandler handler,
      Rules rules,
      ProcessListener listener) {
    return of(
        jdbi, shortCut, decoder, handler, rules, listener, MessageTraces.OFF, FaultPoints.NONE);
  }

  /** Wires the parts by hand. */
  public static Processing of(
      Jdbi jdbi,
      ShortCut shortCut,
      Decoder decoder,
      MessageHandler handler,
      Rules rules,
      ProcessListener listener,
      MessageTraces traces,
      FaultPoints faults) {
    Inbox inbox = new Inbox();
    Attempts attemptCounts = new Attempts();
    MessageGroups rows = new MessageGroups();
    GroupChanges groups = new GroupChanges(rows, listener);
    HeldMessages heldMessages = new HeldMessages();
    Keep keep = new Keep(heldMessages);
    Passage passage = new Passage(groups, heldMessages, inbox);
    Skip skip = new Skip(inbox, attemptCounts, groups, keep, passage);
    GiveUp giveUp =
        switch (rules.onExhausted()) {
          case PARK -> new Park(groups, keep, attemptCounts, skip, faults);
          case SKIP -> skip;
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
            skip,
            rules.firstSequence(),
            rules.maxHeld(),
            listener,
            faults);
    EffectCalls effectCalls =
        new EffectCalls(
            jdbi,
            handler,
            rules.onUnknownEffect(),
            ManagementFactory.getRuntimeMXBean().getName(),
            listener,
            faults,
            System::nanoTime);
    HandlerRun handlerRun =
        new HandlerRun(handler, effectCalls, inbox, attemptCounts, listener, faults);
    String self = UUID.randomUUID().toString();
    Suspects suspects = new Suspects();
    Judge judge = new Judge(rules.retryPolicy(), listener);
    HeldPass heldPass =
        new HeldPass(
            jdbi, decoder, handlerRun, effectCalls, heldMessages, settlement, listener, self);
    TracedPass traced = new TracedPass(traces);
    Debts debts = new Debts();
    return new Processing(
        new Processor(
            jdbi,
            decoder,
            handlerRun,
            shortCut,
            effectCalls,
            new Reservations(
                jdbi, attemptCounts, effectCalls, debts, settlement, suspects, judge, self),
            debts,
            settlement,
            suspects,
            judge,
            listener,
            traced,
            faults),
        new SharedTransaction(
            jdbi,
            decoder,
            handlerRun,
            shortCut,
            effectCalls,
            judge,
            listener,
            faults,
            rules.messagesPerTransaction()),
        new Drainer(
            jdbi,
            rules.consumerGroup(),
            heldPass,
            effectCalls,
            judge,
            suspects,
            debts,
            traced,
            faults),
        new Redrive(jdbi, rows, heldMessages, heldPass, effectCalls, judge, faults),
        new Replay(jdbi, decoder, handlerRun, effectCalls, inbox, rows, heldMessages),
        new Gaps(jdbi, rules.consumerGroup(), groups, heldMessages, rules.gapTimeout()),
        debts);
  }
}
