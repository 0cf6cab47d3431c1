package dev.lanekeeper.producer.generate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.ledger.LedgerOperation;
import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.record.LedgerRecord;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerGeneratorTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void ledgerIsPinnedByItsNumbers() throws IOException {
    assertThat(file(LedgerFormat.CSV, 2, 5, 42))
        .isEqualTo(
            """
            op,order_id,txn_id,seq,amount,currency,occurred_at,note,last
            create,ORD-000002,t1,1,1182.90,EUR,2026-01-01T08:00:05.918Z,2nd item,
            create,ORD-000001,t1,1,679.515,KWD,2026-01-01T08:00:42.21Z,,
            add,ORD-000002,t2,2,3581.64,EUR,2026-01-01T08:01:25.419Z,,
            modify,ORD-000002,t1,3,3580.07,EUR,2026-01-01T08:01:46.449Z,,true
            delete,ORD-000001,,2,,,2026-01-01T08:02:04.176Z,,true
            """);
  }

  @Test
  void anotherSeedGivesAnotherLedger() throws IOException {
    assertThat(file(LedgerFormat.CSV, 5, 50, 1)).isNotEqualTo(file(LedgerFormat.CSV, 5, 50, 2));
  }

  @Test
  void everyOrderBeginsWithCreateAndNothingFollowsItsEnd() throws IOException {
    List<LedgerRecord> records = records(50, 1000, 3);
    Set<String> created = new HashSet<>();
    Set<String> ended = new HashSet<>();
    for (LedgerRecord record : records) {
      assertThat(created.add(record.orderId()))
          .isEqualTo(record.operation() == LedgerOperation.CREATE);
      assertThat(ended).doesNotContain(record.orderId());
      if (record.last()) {
        ended.add(record.orderId());
      }
    }
    assertThat(records).hasSize(1000);
    assertThat(created).hasSize(50);
    assertThat(ended).isNotEmpty().hasSizeLessThan(50);
  }

  @Test
  void operationsOfOrdersStandInterleaved() throws IOException {
    List<LedgerRecord> records = records(10, 200, 4);
    long changes = 0;
    for (int i = 1; i < records.size(); i++) {
      changes += records.get(i).orderId().equals(records.get(i - 1).orderId()) ? 0 : 1;
    }
    assertThat(changes).isGreaterThan(100);
  }

  @Test
  void bothFormatsHoldTheSameRecordsAndPassTheCheck() throws IOException {
    Path csv = LedgerFiles.write(folder, "l.csv", file(LedgerFormat.CSV, 20, 300, 5));
    Path jsonLines = LedgerFiles.write(folder, "l.jsonl", file(LedgerFormat.JSONL, 20, 300, 5));

    assertThat(bodies(csv)).hasSize(300).isEqualTo(bodies(jsonLines));
  }

  private static List<String> bodies(Path file) {
    return LedgerFiles.messages(file).stream()
        .map(LedgerMessage::body)
        .map(body -> new String(body, UTF_8))
        .collect(Collectors.toList());
  }

  private static List<LedgerRecord> records(int orders, int operations, long seed)
      throws IOException {
    List<LedgerRecord> records = new ArrayList<>();
    LedgerGenerator.generate(orders, operations, seed, records::add);
    return records;
  }

  private static String file(LedgerFormat format, int orders, int operations, long seed)
      throws IOException {
    StringWriter out = new StringWriter();
    LedgerWriter writer = format.writeTo(out);
    LedgerGenerator.generate(orders, operations, seed, writer::write);
    writer.flush();
    return out.toString();
  }
}
