package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.RejectedMessageException;

/** Nobody knows whether the message's effect happened, and the policy leaves it to a person. */
final class UnknownEffectException extends RejectedMessageException {
  private static final long serialVersionUID = 1L;

  UnknownEffectException(String why) {
    super(why);
  }
}
