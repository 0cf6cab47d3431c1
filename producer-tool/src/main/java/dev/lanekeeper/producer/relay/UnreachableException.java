package dev.lanekeeper.producer.relay;

import dev.lanekeeper.program.ProgramException;

/** The database cannot be opened again, for now. */
final class UnreachableException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ProgramException away;

  UnreachableException(ProgramException away) {
    super(away);
    this.away = away;
  }

  ProgramException cause() {
    return away;
  }
}
