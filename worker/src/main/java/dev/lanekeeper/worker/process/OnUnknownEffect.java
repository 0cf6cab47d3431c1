package dev.lanekeeper.worker.process;

/** What is done about an effect of which nobody knows whether it happened. */
public enum OnUnknownEffect {
  /** Calls again where the handler says that it may; otherwise asks it. */
  AUTO,
  /** Calls again, with the same idempotency key. */
  AGAIN,
  /** Asks the handler, and parks the group where it cannot tell. */
  RECONCILE,
  /** Parks the group: a person decides. */
  PARK
}
