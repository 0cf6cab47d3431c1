package dev.lanekeeper.producer.split;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.send.Confirmations;
import dev.lanekeeper.producer.send.Outgoing;
import java.util.BitSet;

/**
 * What of one ledger message is confirmed, for as long as this process works on it: after a crash
 * all of it is sent again, and the inbox answers the repeats. For one thread.
 */
final class ConfirmedHere implements Confirmations {
  private final BitSet numbers = new BitSet();

  @Override
  public boolean contains(long number) {
    return numbers.get(Math.toIntExact(number));
  }

  @Override
  public void add(Outgoing outgoing, Receipt.Stored stored) {
    numbers.set(Math.toIntExact(outgoing.number()));
  }

  long count() {
    return numbers.cardinality();
  }
}
