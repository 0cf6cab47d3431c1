package dev.lanekeeper.api;

import java.util.Optional;

/**
 * What a handler has found out about a call whose outcome nobody knew. Immutable.
 *
 * @param result of a call that has happened, where it is known
 */
public record Reconciliation(Finding finding, Optional<String> result) {

  /** What was found. */
  public enum Finding {
    /** The effect happened: it is not made again. */
    HAPPENED,
    /** It did not happen: it is made now. */
    DID_NOT_HAPPEN,
    /** It cannot be told: a person has to decide. */
    UNKNOWN
  }

  public static Reconciliation happened(Optional<String> result) {
    return new Reconciliation(Finding.HAPPENED, result);
  }

  public static Reconciliation didNotHappen() {
    return new Reconciliation(Finding.DID_NOT_HAPPEN, Optional.empty());
  }

  public static Reconciliation unknown() {
    return new Reconciliation(Finding.UNKNOWN, Optional.empty());
  }
}
