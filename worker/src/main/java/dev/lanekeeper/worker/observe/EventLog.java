package dev.lanekeeper.worker.observe;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.message.ErrorText;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.process.EffectOutcome;
import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.ProcessListener;
import dev.lanekeeper.worker.receive.Outage;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Writes a line for each message that was given up; nothing for each that went well. Thread-safe.
 */
public final class EventLog implements ProcessListener {
  private static final Outcome.Settled EARLY = new Outcome.Held(Why.EARLY);

  private final ProcessListener next;
  private final FailureClassifier classifier = new FailureClassifier();
  private final Outage outage;
  private final AtomicBoolean earlyBefore = new AtomicBoolean();
  private final Set<GroupKey> full = ConcurrentHashMap.newKeySet();

  /**
   * @param outage is told what can be settled, and what cannot
   * @param next is told everything too
   */
  public EventLog(Outage outage, ProcessListener next) {
    this.outage = outage;
    this.next = next;
  }

  @Override
  public void settled(RawMessage raw, int attempt, Outcome.Settled outcome) {
    outage.worked();
    if (outcome instanceof Outcome.GivenUp givenUp) {
      warn(givenUp.fate(), givenUp.why(), raw, attempt);
    } else if (outcome instanceof Outcome.Parked parked) {
      warn(parked.fate(), parked.why(), raw, attempt);
    } else if (outcome.equals(EARLY) && earlyBefore.compareAndSet(false, true)) {
      MessageFields.add(LogEvent.EARLY.line(), raw)
          .log(
              "early: topic={} message_group={} message_id={}: it is held until its predecessors come."
                  + " If this goes on, see that the consumer group is orderly (mqadmin updateSubGroup"
                  + " ... -o true) and restart every worker, since clients read that once",
              raw.topic(),
              raw.messageGroup(),
              raw.messageId());
    }
    next.settled(raw, attempt, outcome);
  }

  private static void warn(Fate fate, Why why, RawMessage raw, int attempt) {
    MessageFields.add(LogEvent.GIVEN_UP.line(), raw)
        .addKeyValue("fate", fate.label())
        .addKeyValue("attempt", attempt)
        .addKeyValue("error_code", why.label())
        .log(
            "{} ({}): topic={} message_group={} message_id={}",
            fate.label(),
            why.label(),
            raw.topic(),
            raw.messageGroup(),
            raw.messageId());
  }

  private static LoggingEventBuilder group(LoggingEventBuilder line, GroupKey key) {
    return line.addKeyValue("consumer_group", key.consumerGroup())
        .addKeyValue("topic", key.topic())
        .addKeyValue("message_group", key.name());
  }

  private static LoggingEventBuilder message(LoggingEventBuilder line, Message message) {
    return line.addKeyValue("topic", message.topic())
        .addKeyValue("message_group", message.messageGroup())
        .addKeyValue("message_id", message.messageId())
        .addKeyValue("source", message.dedupKey().source())
        .addKeyValue("event_id", message.dedupKey().id());
  }

  @Override
  public void groupChanged(GroupKey key, GroupState from, GroupState to, Optional<String> reason) {
    group(LogEvent.GROUP_CHANGED.line(to == GroupState.PARKED ? Level.WARN : Level.INFO), key)
        .addKeyValue("state_before", from.label())
        .addKeyValue("state", to.label())
        .addKeyValue("error_code", reason.orElse(""))
        .log(
            "group {} -> {}: topic={} message_group={}{}",
            from.label(),
            to.label(),
            key.topic(),
            key.name(),
            reason.map(text -> " reason=" + text).orElse(""));
    next.groupChanged(key, from, to, reason);
  }

  @Override
  public void groupFull(GroupKey key) {
    if (full.add(key)) {
      group(LogEvent.GROUP_FULL.line(), key)
          .log(
              "group full: topic={} message_group={}: it holds as many messages as --max-held allows."
                  + " No more are acknowledged, and its queue stands still, until it is redriven",
              key.topic(),
              key.name());
    }
    next.groupFull(key);
  }

  @Override
  public void failed(FailureClassifier.Kind kind, Throwable cause) {
    if (classifier.isOutage(cause)) {
      outage.failed(cause);
    }
    next.failed(kind, cause);
  }

  @Override
  public void undecided(Throwable cause) {
    LogEvent.UNDECIDED
        .line()
        .log(
            "a message can be neither applied nor given up, and its queue stands still: {}; it is tried"
                + " again with growing pauses. See that the schema and the worker's rights on it are"
                + " whole: worker.jar doctor",
            ErrorText.of(cause).lines().findFirst().orElse(""));
    next.undecided(cause);
  }

  @Override
  public void notGivenBack(Message message, Throwable cause) {
    message(LogEvent.RESULT_NOT_GIVEN_BACK.line(), message)
        .log(
            "result not given back: topic={} message_group={} message_id={}: the message was applied"
                + " before and is settled, but the handler failed with the result of then: {}",
            message.topic(),
            message.messageGroup(),
            message.messageId(),
            String.valueOf(cause));
    next.notGivenBack(message, cause);
  }

  @Override
  public void effect(Message message, EffectOutcome outcome) {
    if (outcome == EffectOutcome.CLAIM_LOST) {
      message(LogEvent.EFFECT_CLAIM_LOST.line(), message)
          .log(
              "effect claim lost: topic={} message_group={} message_id={}: the call took longer than"
                  + " its handler said, and somebody else has looked meanwhile. It may have been made"
                  + " twice, with the same idempotency key",
              message.topic(),
              message.messageGroup(),
              message.messageId());
    }
    if (outcome == EffectOutcome.TAKEN_OVER) {
      message(LogEvent.EFFECT_TAKEN_OVER.line(), message)
          .log(
              "effect taken over: topic={} message_group={} message_id={}: its claim ended with no word"
                  + " of what came of the call. Whoever made it died, or takes longer than its handler"
                  + " said. --on-unknown-effect decides",
              message.topic(),
              message.messageGroup(),
              message.messageId());
    }
    next.effect(message, outcome);
  }

  @Override
  public void shared(boolean committed) {
    next.shared(committed);
  }

  @Override
  public <T> T timed(Callable<T> handler) throws Exception {
    return next.timed(handler);
  }
}
