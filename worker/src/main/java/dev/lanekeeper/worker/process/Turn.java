package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Arrival;
import java.util.List;
import java.util.Optional;

/**
 * Whose turn it is: what is to be done with a message, by what is on record about it and its group
 * while the group's row is locked. A pure decision.
 */
sealed interface Turn {

  /** Calls the case at hand. */
  <T> T choose(Cases<T> cases);

  /** An answer for every case. */
  interface Cases<T> {
    T next(Next next);

    T repeated(Repeated repeated);

    T contradicted(Contradicted contradicted);

    T notYet(NotYet notYet);

    T tooLate(TooLate tooLate);
  }

  /** It is next: the handler may run. */
  record Next() implements Turn {
    @Override
    public <T> T choose(Cases<T> cases) {
      return cases.next(this);
    }
  }

  /** It is known, with the same content. */
  record Repeated(Optional<String> result) implements Turn {
    @Override
    public <T> T choose(Cases<T> cases) {
      return cases.repeated(this);
    }
  }

  /** Its dedup key or its sequence is known with another content. */
  record Contradicted(String explanation) implements Turn {
    @Override
    public <T> T choose(Cases<T> cases) {
      return cases.contradicted(this);
    }
  }

  /** It has to wait for others. */
  record NotYet(Why why) implements Turn {
    @Override
    public <T> T choose(Cases<T> cases) {
      return cases.notYet(this);
    }
  }

  /** Its group has ended, or an operator went on without it. */
  record TooLate(Why why) implements Turn {
    @Override
    public <T> T choose(Cases<T> cases) {
      return cases.tooLate(this);
    }
  }

  /**
   * What is on record about a message.
   *
   * @param settled the inbox row under its dedup key, or failing that under its sequence
   * @param held what is held, or dead, under its dedup key
   */
  record Record(Optional<Known> settled, List<Known> held) {}

  /** A message on record, as far as the decision needs it. */
  record Known(boolean sameKey, String fingerprint, Optional<String> result) {
    /** Stands for a message that never came, and that an operator went on without. */
    static final Known SKIPPED = new Known(false, "", Optional.empty());
  }

  /** Decides. */
  static Turn of(Arrival arrival, MessageGroup group, Record record) {
    Message message = arrival.message();
    for (Known known : record.held()) {
      if (known.fingerprint().equals(arrival.fingerprint())) {
        return new Repeated(Optional.empty());
      }
    }
    if (record.settled().isPresent()) {
      return settledBefore(arrival, record.settled().get());
    }
    if (!record.held().isEmpty()) {
      return new Contradicted(
          difference("held under the same dedup key", record.held().get(0), arrival));
    }
    boolean sequenced = message.sequence().isPresent();
    if (sequenced && message.sequence().getAsLong() <= group.lastSequence()) {
      return new Repeated(
          Optional.empty()); // Stale: its inbox row is gone, the high-water mark not.
    }
    return switch (group.state()) {
      case PARKED, PAUSED -> new NotYet(Why.BEHIND);
      case ENDED -> new TooLate(Why.ENDED);
      case OPEN, WAITING -> {
        if (!sequenced) {
          yield group.heldCount() > 0 ? new NotYet(Why.BEHIND) : new Next();
        }
        boolean next = message.sequence().getAsLong() == group.lastSequence() + 1;
        yield next ? new Next() : new NotYet(Why.EARLY);
      }
    };
  }

  private static Turn settledBefore(Arrival arrival, Known known) {
    if (known.equals(Known.SKIPPED)) {
      return new TooLate(Why.GAP);
    }
    return known.sameKey() && known.fingerprint().equals(arrival.fingerprint())
        ? new Repeated(known.result())
        : new Contradicted(difference(known, arrival));
  }

  /** Puts into words what a message contradicts. */
  static String difference(Known known, Arrival arrival) {
    return difference(
        known.sameKey()
            ? "settled under the same dedup key"
            : "settled under the same sequence with another dedup key",
        known,
        arrival);
  }

  private static String difference(String what, Known known, Arrival arrival) {
    return "another message was "
        + what
        + ": its fingerprint is "
        + known.fingerprint()
        + ", this one's "
        + arrival.fingerprint();
  }
}
