package dev.lanekeeper.producer.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.Fingerprint;
import dev.lanekeeper.producer.LedgerFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pins what goes over the wire. A change here makes every ledger that was ever sent new again to
 * the workers that know it, so it is no test to mend, but a decision to take back.
 */
class GoldenMessagesTest {
  private static final String CSV =
      """
      op,order_id,txn_id,seq,amount,currency,occurred_at,note,last
      create,SO 1/é,t1,1,600.00,EUR,2024-02-05T09:30:00Z,"first, ""order""\",
      add,SO 1/é,t2,2,-0.10,EUR,2024-02-05T10:30:00.5+01:00,,
      modify,SO 1/é,t2,3,9007199254740993,EUR,,,
      delete,SO 1/é,,4,,,,,true
      """;

  private static final List<String> PINNED =
      List.of(
          """
          group SO 1/é
          dedup /ledger/orders/SO%201%2F%C3%A9#1
          tag create
          key SO%201%2F%C3%A9:1
          CE_contenttype=application/json
          CE_id=1
          CE_source=/ledger/orders/SO%201%2F%C3%A9
          CE_specversion=1.0
          CE_subject=SO 1/é
          CE_time=2024-02-05T09:30:00Z
          CE_type=ledger.order.created.v1
          partitionkey=SO 1/é
          sequence=1
          body {"amount":600,"currency":"EUR","note":"first, \\"order\\"","occurred_at":"2024-02-05T09:30:00Z","op":"create","order_id":"SO 1/é","seq":1,"txn_id":"t1"}
          fingerprint 055f6ae219956a42febc9e977f8f35bcffc0aff13b0c1746adc0cd720b612393
          """,
          """
          group SO 1/é
          dedup /ledger/orders/SO%201%2F%C3%A9#2
          tag add
          key SO%201%2F%C3%A9:2
          CE_contenttype=application/json
          CE_id=2
          CE_source=/ledger/orders/SO%201%2F%C3%A9
          CE_specversion=1.0
          CE_subject=SO 1/é
          CE_time=2024-02-05T10:30:00.5+01:00
          CE_type=ledger.transaction.added.v1
          partitionkey=SO 1/é
          sequence=2
          body {"amount":-0.1,"currency":"EUR","occurred_at":"2024-02-05T10:30:00.5+01:00","op":"add","order_id":"SO 1/é","seq":2,"txn_id":"t2"}
          fingerprint be564fe999786108f68529edeaabc32981d3c3c5fc9c4960d0ff58e9ae7e6e98
          """,
          """
          group SO 1/é
          dedup /ledger/orders/SO%201%2F%C3%A9#3
          tag modify
          key SO%201%2F%C3%A9:3
          CE_contenttype=application/json
          CE_id=3
          CE_source=/ledger/orders/SO%201%2F%C3%A9
          CE_specversion=1.0
          CE_subject=SO 1/é
          CE_type=ledger.transaction.modified.v1
          partitionkey=SO 1/é
          sequence=3
          body {"amount":9007199254740993,"currency":"EUR","op":"modify","order_id":"SO 1/é","seq":3,"txn_id":"t2"}
          fingerprint 62593ee7261a45ca784006acce7bc719e29a5d019d3a32cd24037b5edfa6e2b8
          """,
          """
          group SO 1/é
          dedup /ledger/orders/SO%201%2F%C3%A9#4
          tag delete
          key SO%201%2F%C3%A9:4
          CE_contenttype=application/json
          CE_id=4
          CE_source=/ledger/orders/SO%201%2F%C3%A9
          CE_specversion=1.0
          CE_subject=SO 1/é
          CE_type=ledger.order.deleted.v1
          lastinsequence=true
          partitionkey=SO 1/é
          sequence=4
          body {"last":true,"op":"delete","order_id":"SO 1/é","seq":4}
          fingerprint bbde8956e3e8adc35ab38f2752127954565405d366888ddc8cf83d91ec70d218
          """);

  @TempDir private Path folder = Path.of("");

  @Test
  void messagesArePinned() throws IOException {
    assertThat(sent("ledger.csv", CSV)).isEqualTo(PINNED);
  }

  @Test
  void fileNameColumnOrderAndSpellingOfValuesDoNotMatter() throws IOException {
    String other =
        """
        last,note,txn_id,currency,amount,seq,order_id,occurred_at,op

        ,"first, ""order""\",t1,EUR,600,1,SO 1/é,2024-02-05T09:30:00.000+00:00,create
        false,,t2,EUR,-0.100,2,SO 1/é,2024-02-05t10:30:00.50+01:00,add
        ,,t2,EUR,9007199254740993.00,3,SO 1/é,,modify
        true,,,,,4,SO 1/é,,delete
        """;

    assertThat(sent("another.csv", other)).isEqualTo(PINNED);
  }

  @Test
  void formatDoesNotMatter() throws IOException {
    String lines =
        """
        {"op":"create","order_id":"SO 1\\/\\u00e9","txn_id":"t1","seq":1,"amount":600.0,"currency":"EUR","occurred_at":"2024-02-05T09:30:00Z","note":"first, \\"order\\""}
        {"seq":2,"op":"add","order_id":"SO 1/é","txn_id":"t2","amount":"-0.1","currency":"EUR","occurred_at":"2024-02-05T10:30:00.5+01:00","last":false}
        {"op":"modify","order_id":"SO 1/é","txn_id":"t2","seq":3,"amount":9007199254740993,"currency":"EUR","note":null}
        {"op":"delete","order_id":"SO 1/é","seq":4,"last":true}
        """;

    assertThat(sent("ledger.jsonl", lines)).isEqualTo(PINNED);
  }

  @Test
  void numberingInFileOrderGivesTheSameMessagesAsTheSameNumbersInTheFile() throws IOException {
    assertThat(sent("ledger.csv", CSV.replaceAll(",([1-4]),(?=[-\\d,])", ",,"))).isEqualTo(PINNED);
  }

  private List<String> sent(String name, String content) throws IOException {
    return LedgerFiles.messages(LedgerFiles.write(folder, name, content)).stream()
        .map(GoldenMessagesTest::text)
        .toList();
  }

  private static String text(LedgerMessage message) {
    Map<String, String> properties = new TreeMap<>(message.properties());
    return """
        group %s
        dedup %s
        tag %s
        key %s
        %s
        body %s
        fingerprint %s
        """
        .formatted(
            message.messageGroup(),
            message.dedupKey(),
            message.tag(),
            message.key(),
            properties.entrySet().stream()
                .map(Map.Entry::toString)
                .collect(Collectors.joining("\n")),
            new String(message.body(), UTF_8),
            Fingerprint.of("application/json", message.body()));
  }
}
