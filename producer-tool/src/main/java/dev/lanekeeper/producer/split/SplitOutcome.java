package dev.lanekeeper.producer.split;

import dev.lanekeeper.producer.send.SendResult;
import java.nio.file.Path;
import java.util.List;

/** What became of a ledger message. */
public sealed interface SplitOutcome {

  /** The broker has confirmed each of its operations: it may be acknowledged. */
  record Confirmed(long operations, long orders) implements SplitOutcome {}

  /**
   * A record of it is wrong, so none of it was sent.
   *
   * @param problems each with the record it is about
   * @param kept the file that holds its body
   */
  record Refused(List<String> problems, Path kept) implements SplitOutcome {
    public Refused {
      problems = List.copyOf(problems);
    }
  }

  /** The end was wished before its last operation. */
  record Stopped(long confirmed) implements SplitOutcome {}

  /** One of its operations cannot be sent until somebody mends something. */
  record GivenUp(SendResult result) implements SplitOutcome {}
}
