package dev.lanekeeper.benchmark.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StatementCountTest {
  @Test
  @DisplayName("neither the business, nor the ends of transactions, nor polls are the framework's")
  void frameworkOnly() {
    List<StatementCount> counts =
        List.of(
            new StatementCount("BEGIN", 200, 200 / 100.0),
            new StatementCount(
                "with turn as (update message_group set a = $1) select b", 200, 200 / 100.0),
            new StatementCount(
                "select status from ledger_order where order_id = $1", 200, 200 / 100.0),
            new StatementCount("insert into ledger_transaction (a) values ($1)", 200, 200 / 100.0),
            new StatementCount("select count(*) from held_message", 3, 3 / 100.0),
            new StatementCount("COMMIT", 200, 200 / 100.0));
    assertThat(StatementCount.frameworksPerMessage(counts, 200)).isEqualTo(1);
    assertThat(StatementCount.frameworksMillisPerMessage(counts, 200)).isEqualTo(0.01);
  }
}
