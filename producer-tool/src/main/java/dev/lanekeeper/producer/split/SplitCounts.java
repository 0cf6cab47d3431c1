package dev.lanekeeper.producer.split;

/** What a run of split did. For one thread, and read by it. */
public final class SplitCounts {
  private long ledgerMessages;
  private long operations;
  private long leftOut;

  void split(long confirmedOperations) {
    ledgerMessages++;
    operations += confirmedOperations;
  }

  void leftOut() {
    leftOut++;
  }

  /** Ledger messages all of whose operations are confirmed. */
  public long ledgerMessages() {
    return ledgerMessages;
  }

  /** Their operations. */
  public long operations() {
    return operations;
  }

  /** Ledger messages that were acknowledged unsent, since somebody said so. */
  public long leftOutMessages() {
    return leftOut;
  }
}
