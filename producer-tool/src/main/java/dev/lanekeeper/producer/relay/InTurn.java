package dev.lanekeeper.producer.relay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds what of a page can be sent: of each message group the rows that follow what is confirmed,
 * without a gap. A row whose predecessor cannot be seen, since its transaction has not committed
 * yet or its number was never given, waits with all behind it (ops/adr/0006). Stateless.
 */
final class InTurn {
  private InTurn() {}

  /** The rows in turn, of each group in the order of their sequences. */
  static List<OutboxRow> of(List<OutboxRow> page) {
    Map<String, List<OutboxRow>> groups = new LinkedHashMap<>();
    for (OutboxRow row : page) {
      groups.computeIfAbsent(row.messageGroup(), name -> new ArrayList<>()).add(row);
    }
    List<OutboxRow> inTurn = new ArrayList<>();
    for (List<OutboxRow> group : groups.values()) {
      group.sort(Comparator.comparingLong(OutboxRow::sequence));
      long next = group.get(0).lastSent() + 1;
      for (OutboxRow row : group) {
        if (row.sequence() == next) {
          inTurn.add(row);
          next++;
        }
      }
    }
    return inTurn;
  }
}
