package dev.lanekeeper.producer.record;

import java.util.OptionalLong;
import java.util.function.Function;

/** A record that obeys the rules, ready to become a message. */
public sealed interface FileRecord permits LedgerRecord, OtherRecord {

  /** Records of one message group are sent and applied one after the other. */
  String messageGroup();

  /** Its place in its message group, from 1; absent when file order tells. */
  OptionalLong sequence();

  /** Calls the function for the case at hand. */
  <T> T choose(Function<LedgerRecord, T> ledger, Function<OtherRecord, T> other);
}
