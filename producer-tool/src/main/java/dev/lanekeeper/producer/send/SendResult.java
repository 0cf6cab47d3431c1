package dev.lanekeeper.producer.send;

import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.broker.ClientFailure;
import java.util.List;
import java.util.Optional;

/**
 * How sending ended. Immutable.
 *
 * @param sent how many records the broker confirmed
 * @param confirmedBefore how many an earlier run of the same command has seen confirmed
 * @param failures the records that were begun and not confirmed, the one that stopped it first; at
 *     most one of each order
 * @param broken what else made it stop before the end, such as a full disk
 */
public record SendResult(
    long sent, long confirmedBefore, List<Failure> failures, Optional<ProgramException> broken) {
  public SendResult {
    failures = List.copyOf(failures);
  }

  public SendResult(long sent, long confirmedBefore, List<Failure> failures) {
    this(sent, confirmedBefore, failures, Optional.empty());
  }

  /** How many the broker has confirmed, in this run or before. */
  public long confirmed() {
    return sent + confirmedBefore;
  }

  /** Why it stopped before the end. */
  public Optional<Failure> failure() {
    return failures.stream().findFirst();
  }

  /** Whether the broker has confirmed anything, in this run or an earlier one. */
  public boolean hasConfirmed() {
    return sent + confirmedBefore > 0;
  }

  /** How many the broker, or the client, refused. */
  public long refused() {
    return failures.size() - unknown();
  }

  /** How many may be stored or not. */
  public long unknown() {
    return failures.stream().filter(Failure::isUnknown).count();
  }

  /**
   * A record that was not confirmed, behind which none of its order was sent.
   *
   * @param cause what the client said at the last try
   */
  public record Failure(Position position, String orderId, long sequence, Throwable cause) {

    static Failure of(Outgoing outgoing, Throwable cause) {
      return new Failure(
          outgoing.position(),
          outgoing.message().messageGroup(),
          outgoing.message().sequence(),
          cause);
    }

    /** Whether the broker may have stored it all the same. */
    public boolean isUnknown() {
      ClientFailure failure = ClientFailure.of(cause);
      return failure.isPassing() || failure == ClientFailure.UNKNOWN;
    }
  }
}
