package dev.lanekeeper.producer.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.send.IncompleteOrders.IncompleteOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How far an order has come. */
class IncompleteOrdersTest {
  @TempDir private Path folder = Path.of("");

  @DisplayName("The last confirmed sequence is that up to which all are confirmed")
  @ParameterizedTest(name = "{1} of {0} confirmed: up to {2}")
  @CsvSource({
    "1 2 3, 2, 2",
    "1 3 2, 2, 1",
    "3 2 1, 2, 0",
    "1 2 1 3, 2, 2",
    "1 2 3 1 2, 3, 3",
    "1 1 3 3 2 2, 4, 1",
    "4 5 6, 2, 5",
    "5 4 6, 1, 0",
    "5 4 6, 2, 5"
  })
  void lastConfirmedIsThatUpToWhichAllAre(String sequences, int confirmed, long last)
      throws IOException {
    StringBuilder rows = new StringBuilder(LedgerFiles.HEADER);
    for (String sequence : sequences.split(" ")) {
      rows.append("add,A,t%s,%s,1,EUR,,,\n".formatted(sequence, sequence));
    }
    Path file = LedgerFiles.write(folder, "l.csv", rows.toString());

    List<IncompleteOrder> orders =
        IncompleteOrders.of(LedgerFiles.check(file).files(), new First(confirmed));

    assertThat(orders).singleElement().extracting(IncompleteOrder::orderId).isEqualTo("A");
    assertThat(orders.get(0).lastConfirmed().orElse(0)).isEqualTo(last);
    assertThat(orders.get(0).unconfirmed()).isEqualTo(sequences.split(" ").length - confirmed);
  }

  /** The first records of a ledger are confirmed. */
  private record First(long count) implements Confirmations {
    @Override
    public boolean contains(long number) {
      return number < count;
    }

    @Override
    public void add(Outgoing outgoing, Receipt.Stored stored) {
      throw new UnsupportedOperationException();
    }
  }
}
