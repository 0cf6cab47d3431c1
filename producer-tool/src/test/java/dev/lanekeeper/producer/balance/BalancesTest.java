package dev.lanekeeper.producer.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.ledger.LedgerOperation;
import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.balance.OrderBalance.Status;
import dev.lanekeeper.producer.generate.LedgerGenerator;
import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BalancesTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void balanceIsTheSumOfTheCurrentAmounts() throws IOException {
    assertThat(
            of(
                """
                create,A,t1,,10.00,EUR,,,
                create,B,t1,,5,JPY,,,
                add,A,t2,,2.50,EUR,,,
                modify,A,t1,,7.00,EUR,,,
                delete,B,,,,,,,true
                """))
        .containsExactly(
            new OrderBalance("A", Status.OPEN, new BigDecimal("9.5"), "EUR", 3),
            new OrderBalance("B", Status.DELETED, BigDecimal.ZERO, "JPY", 2));
  }

  @Test
  void repeatsAndDisorderDoNotMatter() throws IOException {
    assertThat(
            of(
                """
                add,A,t2,2,2,EUR,,,
                create,A,t1,1,1,EUR,,,
                modify,A,t2,3,4,EUR,,,
                add,A,t2,2,2.00,EUR,,,
                """))
        .containsExactly(new OrderBalance("A", Status.OPEN, new BigDecimal("5"), "EUR", 3));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          add,A,t1,1,1,EUR,,,    | add,A,t2,2,1,EUR,,,    | line 2: add of order 'A' comes before the order's create
          create,A,t1,1,1,EUR,,, | create,A,t1,2,1,EUR,,, | line 3: create of order 'A' creates the order again
          create,A,t1,1,1,EUR,,, | add,A,t1,2,1,EUR,,,    | line 3: add of order 'A' adds a transaction that exists; modify it
          create,A,t1,1,1,EUR,,, | modify,A,t2,2,1,EUR,,, | line 3: modify of order 'A' modifies a transaction that does not exist
          create,A,t1,1,1,EUR,,,true | add,A,t2,2,1,EUR,,, | line 3: add of order 'A' comes after the order's end
          create,A,t1,1,1,EUR,,, | add,A,t2,3,1,EUR,,,    | line 3: add of order 'A' has seq 3, and seq 2 is missing
          create,A,t1,1,1,EUR,,, | add,A,t2,2,1,USD,,,    | line 3: add of order 'A' is in USD, and the order in EUR
          """)
  void recordThatCannotBeAppliedIsTold(String first, String second, String problem) {
    assertThatThrownBy(() -> of(first + "\n" + second + "\n"))
        .isInstanceOf(ProgramException.class)
        .hasMessageEndingWith(problem);
  }

  /** Summed from the other end: an order's last amounts, each once. */
  @Test
  void generatedLedgerComesToWhatAnIndependentSumSays() throws IOException {
    List<LedgerRecord> records = new ArrayList<>();
    LedgerGenerator.generate(40, 2000, 11, records::add);
    Balances balances = new Balances();
    records.forEach(record -> balances.add("", record, record.sequence().orElseThrow()));

    Map<String, BigDecimal> expected = new HashMap<>();
    Map<String, BigDecimal> seen = new HashMap<>();
    for (int i = records.size() - 1; i >= 0; i--) {
      LedgerRecord record = records.get(i);
      if (record.operation() == LedgerOperation.DELETE) {
        seen.put(record.orderId(), BigDecimal.ZERO);
        expected.put(record.orderId(), BigDecimal.ZERO);
        continue;
      }
      String transaction = record.orderId() + " " + record.transactionId().orElseThrow();
      BigDecimal amount = record.money().orElseThrow().amount();
      if (!seen.containsKey(record.orderId()) && seen.put(transaction, amount) == null) {
        expected.merge(record.orderId(), amount, BigDecimal::add);
      }
    }
    List<OrderBalance> list = balances.list();
    assertThat(list).hasSize(40).anyMatch(order -> order.status() == Status.DELETED);
    assertThat(list)
        .allSatisfy(
            order ->
                assertThat(order.balance()).isEqualByComparingTo(expected.get(order.orderId())));
    assertThat(list.stream().mapToLong(OrderBalance::operations).sum()).isEqualTo(2000);
  }

  private List<OrderBalance> of(String rows) throws IOException {
    Path file = LedgerFiles.write(folder, "l.csv", LedgerFiles.HEADER + rows);
    return Balances.of(LedgerFiles.check(file).files());
  }
}
