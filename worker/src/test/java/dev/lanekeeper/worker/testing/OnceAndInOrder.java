package dev.lanekeeper.worker.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What has to hold once a ledger is processed, whatever happened meanwhile (design.md, G1, G2). */
public final class OnceAndInOrder {
  private OnceAndInOrder() {}

  /**
   * The balances of a replay in memory, one effect for every operation, committed in the order of
   * its message group, and nothing left over.
   */
  public static void check(LedgerDatabase database, TestLedger ledger) {
    Map<String, List<Long>> sequences =
        ledger.entries().stream()
            .collect(
                Collectors.groupingBy(
                    TestLedger.Entry::order,
                    TreeMap::new,
                    Collectors.mapping(TestLedger.Entry::sequence, Collectors.toList())));
    assertThat(database.balances()).isEqualTo(ledger.balances());
    assertThat(database.commits()).isEqualTo(sequences);
    assertThat(database.query("select event_id from held_message")).isEmpty();
    assertThat(database.query("select event_id from attempt")).isEmpty();
    assertThat(database.query("select distinct state from message_group")).containsExactly("open");
  }
}
