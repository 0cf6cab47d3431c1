package dev.lanekeeper.worker.model;

/** What happens to the programs, or is done by an operator, while messages are in work. */
enum Fault {
  NONE,
  KILL_WORKER,
  RESTART_WORKER,
  KILL_BROKER,
  RESTART_BROKER,
  KILL_DATABASE,
  RESTART_DATABASE,
  PAUSE_ORDER,
  RESUME_ORDERS,
  REDRIVE;

  /** Whether an attempt that is under way may be left on record without an end. */
  boolean mayCostAnAttempt() {
    return this == KILL_WORKER || this == KILL_DATABASE || this == RESTART_DATABASE;
  }

  boolean kills() {
    return this == KILL_WORKER || this == KILL_BROKER || this == KILL_DATABASE;
  }

  /** Whether a process has to start or to stop for it. */
  boolean takesSeconds() {
    return switch (this) {
      case NONE, PAUSE_ORDER, RESUME_ORDERS -> false;
      case KILL_WORKER,
          RESTART_WORKER,
          KILL_BROKER,
          RESTART_BROKER,
          KILL_DATABASE,
          RESTART_DATABASE,
          REDRIVE ->
          true;
    };
  }
}
