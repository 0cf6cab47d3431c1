package dev.lanekeeper.producer.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.message.RecordMessages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is left of orders with wrong records never has a hole. */
class LeftOutOrdersTest {
  private static final int LEDGERS = 300;

  @TempDir private Path folder = Path.of("");

  /** A row as it came to be, before something went wrong with it. */
  private record Row(String order, long sequence, boolean numbered, String text, boolean bad) {}

  @DisplayName("An order is sent up to its first wrong record, whatever number that claims")
  @ParameterizedTest(name = "{0}: sent up to {1}")
  @CsvSource({
    "1 100! 3 4, 1",
    "1 2! 3, 1",
    "1 3 2! 4, 1",
    "2 1! 3, 0",
    "2 100! 3, 0",
    "3 4 5!, 0",
    "1 2 3 2!, 1",
    "1 2 x! 4, 2",
    "1 2 -!, 0",
    "- - -! -, 2",
    "- - 9! -, 2",
    "- - 1! -, 0",
    "1 2 4 5!, 2",
    "1 2 3 100! 2 3, 3"
  })
  void orderIsSentUpToItsFirstWrongRecord(String sequences, int upTo) throws IOException {
    StringBuilder rows = new StringBuilder();
    for (String sequence : sequences.split(" ")) {
      boolean bad = sequence.endsWith("!");
      String seq = sequence.replace("!", "").replace("-", "");
      rows.append("add,A,t%s,%s,%s,EUR,,,\n".formatted(seq, seq, bad ? "" : "1"));
    }

    assertThat(new TreeSet<>(sent(write("l.csv", rows.toString())).getOrDefault("A", List.of())))
        .containsExactlyElementsOf(upTo(upTo));
  }

  @DisplayName("What another reading finds wrong cuts at its place too")
  @Test
  void whatIsFoundWrongLaterCutsAtItsPlaceToo() throws IOException {
    String rows =
        "create,A,t1,1,1,EUR,,,\nadd,A,t2,2,1,EUR,,,\nadd,A,t1,5,1,EUR,,,\n"
            + "add,A,t3,3,1,EUR,,,\nadd,A,t4,4,1,EUR,,,\n";
    CheckResult check = LedgerFiles.checkWholeOrders(write("l.csv", rows));

    assertThat(check.leftOut().orElseThrow().from()).containsExactly(Map.entry("A", 3L));
  }

  @DisplayName("Of made-up ledgers with wrong records anywhere, each order is sent as 1 to k")
  @Test
  void eachOrderOfMadeUpLedgersIsSentWithoutAHole() throws IOException {
    long cut = 0;
    for (int seed = 1; seed <= LEDGERS; seed++) {
      Random random = new Random(seed);
      List<Row> rows = rows(random);
      int half = 1 + random.nextInt(rows.size() - 1);
      Path first = write("1.csv", text(rows.subList(0, half)));
      Path second = write("2.csv", text(rows.subList(half, rows.size())));
      Map<String, List<Long>> sent = sent(first, second);
      for (String order : rows.stream().map(Row::order).distinct().toList()) {
        List<Row> own = rows.stream().filter(row -> row.order().equals(order)).toList();
        List<Long> its = sent.getOrDefault(order, List.of());
        assertNoHole("seed " + seed + " order " + order, own, its);
        cut += !its.isEmpty() && own.stream().anyMatch(Row::bad) ? 1 : 0;
      }
    }
    assertThat(cut).as("orders of which some is sent").isGreaterThan(LEDGERS);
  }

  private static void assertNoHole(String name, List<Row> own, List<Long> sent) {
    List<Row> inFront = own.stream().takeWhile(row -> !row.bad()).toList();
    boolean right = inFront.size() == own.size();
    TreeSet<Long> distinct = new TreeSet<>(sent);
    assertThat(distinct).as(name).containsExactlyElementsOf(upTo(distinct.size()));
    assertThat(inFront).as(name).extracting(Row::sequence).containsAll(distinct);
    if (right) {
      assertThat(distinct).as(name).hasSize((int) inFront.stream().distinct().count());
    } else if (!own.get(0).numbered()) {
      assertThat(distinct).as(name).hasSize(inFront.size());
    }
  }

  private static List<Row> rows(Random random) {
    List<Row> rows = new ArrayList<>();
    for (int order = 0; order < 8; order++) {
      boolean numbered = random.nextInt(3) > 0;
      List<Row> own = new ArrayList<>();
      int size = 1 + random.nextInt(8);
      for (int sequence = 1; sequence <= size; sequence++) {
        own.add(row(random, "O" + order, sequence, numbered));
        if (numbered && random.nextInt(6) == 0) { // Stands twice.
          own.add(own.get(random.nextInt(own.size())));
        }
      }
      for (int i = 1; numbered && i < own.size(); i++) {
        if (random.nextInt(4) == 0) {
          Collections.swap(own, i, i - 1);
        }
      }
      rows.addAll(own);
    }
    return interleaved(rows, random);
  }

  /** Each order's in its own order still. */
  private static List<Row> interleaved(List<Row> rows, Random random) {
    Map<String, List<Row>> byOrder = new TreeMap<>();
    rows.forEach(row -> byOrder.computeIfAbsent(row.order(), key -> new ArrayList<>()).add(row));
    List<List<Row>> left = new ArrayList<>(byOrder.values());
    List<Row> all = new ArrayList<>();
    while (!left.isEmpty()) {
      all.add(left.get(random.nextInt(left.size())).remove(0));
      left.removeIf(List::isEmpty);
    }
    return all;
  }

  private static Row row(Random random, String order, int sequence, boolean numbered) {
    String txn = "t" + sequence;
    String seq = numbered ? String.valueOf(sequence) : "";
    String right = "add,%s,%s,%s,1,EUR,,,\n";
    if (random.nextInt(7) > 0) {
      return new Row(order, sequence, numbered, right.formatted(order, txn, seq), false);
    }
    String other = numbered ? String.valueOf(1 + random.nextInt(12)) : "";
    String text =
        switch (random.nextInt(numbered ? 5 : 2)) {
          case 0 -> "add,%s,%s,%s,,EUR,,,\n".formatted(order, txn, seq);
          case 1 -> "add,%s,,%s,1,EUR,,,\n".formatted(order, other);
          case 2 -> "add,%s,%s,%s,oops,EUR,,,\n".formatted(order, txn, other);
          case 3 -> right.formatted(order, txn, "0");
          default -> "add,%s,%s,,,EUR,,,\n".formatted(order, txn);
        };
    return new Row(order, sequence, numbered, text, true);
  }

  private static String text(List<Row> rows) {
    StringBuilder text = new StringBuilder();
    rows.forEach(row -> text.append(row.text()));
    return text.toString();
  }

  /** The sequences that would be sent, by order, each of the record that it was made for. */
  private static Map<String, List<Long>> sent(Path... files) {
    CheckResult check = LedgerFiles.check(files);
    Map<String, List<Long>> sent = new TreeMap<>();
    CheckedRecords.forEach(
        check.without(check.leftOut().orElseThrow()).files(),
        (position, record, sequence) -> {
          assertThat(new String(RecordMessages.body(record, sequence), UTF_8))
              .containsAnyOf("\"txn_id\":\"t" + sequence + "\"", "\"txn_id\":\"t\"");
          return sent.computeIfAbsent(record.messageGroup(), key -> new ArrayList<>())
              .add(sequence);
        });
    return sent;
  }

  private static List<Long> upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  private Path write(String name, String rows) throws IOException {
    return LedgerFiles.write(folder, name, LedgerFiles.HEADER + rows);
  }
}
