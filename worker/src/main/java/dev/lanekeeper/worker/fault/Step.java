package dev.lanekeeper.worker.fault;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The steps of a message's life, in the order in which it takes them; not every message takes all.
 * A step is passed when what its name says has just happened.
 */
public enum Step {
  /** A receive came back with messages. */
  RECEIVED,
  /** The message was read. */
  DECODED,
  /** Its group's row is locked, in a transaction that has written nothing yet. */
  GROUP_LOCKED,
  /** The attempt that is about to start is committed. */
  ATTEMPT_RECORDED,
  /** The claim of an effect outside the database is committed, and nobody was called. */
  EFFECT_CLAIMED,
  /** The call outside the database has returned, and nothing of it is written. */
  EFFECT_CALLED,
  /** The inbox row is written and the group advanced, and neither is committed. */
  INBOX_WRITTEN,
  /** The handler has written its effect, which is not committed. */
  HANDLER_RAN,
  /** The fate is committed, and the broker does not know. */
  COMMITTED,
  /** The broker has the acknowledge; in push mode, is about to get it. */
  ACKNOWLEDGED,
  /** The broker has extended the lease. Simple mode only: the proxy does it for push clients. */
  LEASE_EXTENDED,
  /** The message is held, which is committed. */
  HELD,
  /** Its group is parked, which is committed. */
  PARKED,
  /** A held message whose turn came is settled, which is committed. */
  DRAINED,
  /** A held message of a parked group is settled by a redrive, which is committed. */
  REDRIVEN;

  /** Whether only messages with an effect outside the database take it. */
  public boolean isOfAnEffect() {
    return this == EFFECT_CLAIMED || this == EFFECT_CALLED;
  }

  /** The step's name, as people write it: {@code group-locked}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The step of this name. */
  public static Optional<Step> of(String label) {
    return Arrays.stream(values()).filter(step -> step.label().equals(label)).findFirst();
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(Step::label).toList();
  }
}
