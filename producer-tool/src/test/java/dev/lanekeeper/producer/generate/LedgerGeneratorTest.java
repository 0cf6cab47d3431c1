package dev.lanekeeper.producer.generate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.ledger.LedgerOperation;
import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.check.LedgerCheck;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.producer.record.LedgerRecord;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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

  /**
   * The first orders have the shares that Zipf's law gives them, each order at least one record.
   */
  @Test
  void skewedLedgerFollowsZipfsLaw() throws IOException {
    List<LedgerRecord> records = new ArrayList<>();
    LedgerGenerator.generate(1000, 101_000, 1.0, 11, records::add);
    Map<String, Long> sizes =
        records.stream()
            .collect(Collectors.groupingBy(LedgerRecord::orderId, Collectors.counting()));

    double harmonic = 0;
    for (int i = 1; i <= 1000; i++) {
      harmonic += 1.0 / i;
    }
    assertThat(records).hasSize(101_000);
    assertThat(sizes).hasSize(1000);
    for (int i : new int[] {1, 2, 5, 10}) {
      double expected = 1 + 100_000 / harmonic / i;
      assertThat((double) sizes.getOrDefault("ORD-%06d".formatted(i), 0L))
          .isBetween(expected * 0.9, expected * 1.1);
    }
    // The biggest order is not left over at the end.
    assertThat(records.subList(100_000, 101_000).stream().map(LedgerRecord::orderId).distinct())
        .hasSizeGreaterThan(100);
    Path file = LedgerFiles.write(folder, "l.csv", disturbed(300, 3000, 1.5, Disturbance.NONE, 1));
    assertThat(LedgerFiles.checkWholeOrders(file).problems()).isEmpty();
  }

  @Test
  void sameSeedDisturbsTheSameRecords() throws IOException {
    Disturbance disturbance = new Disturbance(0.1, 0.1, 0.1);
    assertThat(disturbed(50, 1000, 1, disturbance, 5))
        .isEqualTo(disturbed(50, 1000, 1, disturbance, 5))
        .isNotEqualTo(disturbed(50, 1000, 1, disturbance, 6));
  }

  @Test
  void duplicatesStandThereAsOftenAsAskedAndAreNoProblem() throws IOException {
    Path file =
        LedgerFiles.write(
            folder, "l.csv", disturbed(500, 10_000, 0, new Disturbance(0.05, 0, 0), 8));
    List<LedgerMessage> messages = LedgerFiles.messages(file);

    assertThat(messages.stream().map(LedgerMessage::dedupKey).distinct()).hasSize(10_000);
    assertThat(messages.size() - 10_000).isBetween(450, 550);
  }

  @Test
  void reorderedRecordsStandBehindTheirSuccessors() throws IOException {
    Path file =
        LedgerFiles.write(
            folder, "l.csv", disturbed(100, 10_000, 0, new Disturbance(0, 0.05, 0), 9));
    Map<String, Long> last = new HashMap<>();
    long behind = 0;
    for (LedgerMessage message : LedgerFiles.messages(file)) {
      Long before = last.put(message.messageGroup(), message.sequence());
      behind += before != null && before > message.sequence() ? 1 : 0;
    }
    assertThat(behind).isBetween(420L, 550L);
    assertThat(LedgerFiles.checkWholeOrders(file).problems()).isEmpty();
  }

  @Test
  void everyWrongRecordIsRefusedAndNoOther() throws IOException {
    List<String> problems = new ArrayList<>();
    for (LedgerFormat format : LedgerFormat.values()) {
      Path file = folder.resolve("l." + format.name().toLowerCase(Locale.ROOT));
      Files.writeString(file, disturbed(format, 500, 10_000, 0, new Disturbance(0, 0, 0.03), 10));
      problems.clear();
      LedgerCheck.of(List.of(new LedgerFile(file)), false, problems::add);
      assertThat(problems.size()).isBetween(250, 350);
      assertThat(problems)
          .allMatch(p -> p.matches(".*: (seq \"0\"|txn_id: missing|amount .*: ... has ).*"))
          .anyMatch(p -> p.contains("seq"))
          .anyMatch(p -> p.contains("txn_id"))
          .anyMatch(p -> p.contains("amount"));
    }
  }

  private static String disturbed(
      int orders, int operations, double skew, Disturbance disturbance, long seed)
      throws IOException {
    return disturbed(LedgerFormat.CSV, orders, operations, skew, disturbance, seed);
  }

  private static String disturbed(
      LedgerFormat format,
      int orders,
      int operations,
      double skew,
      Disturbance disturbance,
      long seed)
      throws IOException {
    StringWriter out = new StringWriter();
    LedgerWriter writer = format.writeTo(out);
    DisturbedLedger disturbed = new DisturbedLedger(disturbance, seed, writer::write);
    LedgerGenerator.generate(orders, operations, skew, seed, disturbed);
    disturbed.finish();
    writer.flush();
    return out.toString();
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
