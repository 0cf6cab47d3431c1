package dev.lanekeeper.worker.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.handler.ledger.LedgerHandler;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.testing.Messages;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Failures that people reported in public, with the ledger handler: cases B6, B9 and C17. */
@ParameterizedClass
@EnumSource(Engine.class)
class PublicCasesTest {
  private final ProcessingFixture fixture;

  PublicCasesTest(Engine engine) {
    fixture = new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ONE);
    fixture.handlerDoes(new LedgerHandler());
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void b9OtherSpellingsAreDuplicatesAndOtherContentsAreNot() {
    List<RawMessage> lines = messages("B9.jsonl");

    assertThat(lines.stream().limit(4).map(fixture::processToTheEnd))
        .containsExactly(
            new Outcome.Applied(false),
            new Outcome.Applied(false),
            new Outcome.Duplicate(Optional.empty()),
            new Outcome.Duplicate(Optional.empty()));
    assertThat(fixture.processToTheEnd(lines.get(4)))
        .isEqualTo(new Outcome.Parked(Fate.CONFLICT, Why.CONFLICT));
    assertThat(fixture.processToTheEnd(lines.get(5)))
        .isEqualTo(new Outcome.Parked(Fate.CONFLICT, Why.CONFLICT));
    assertThat(balance("H-1")).isEqualTo("11");
  }

  /** The ids that a producer lets pass, with their amounts. */
  @Test
  void b6IdsThatDifferByCaseOrSpaceShareNoOrder() {
    Map<String, String> amounts = Map.of("ord-Ab1", "1", "ord-aB1", "2", "ord-Ab1 ", "4");
    amounts.forEach(
        (id, amount) ->
            assertThat(
                    fixture.processToTheEnd(
                        message(
                            "{\"op\":\"create\",\"order_id\":\"%s\",\"txn_id\":\"t1\",\"seq\":1,\"amount\":%s,\"currency\":\"EUR\"}"
                                .formatted(id, amount))))
                .isEqualTo(new Outcome.Applied(false)));

    assertThat(fixture.query("select order_id from ledger_order"))
        .containsExactlyInAnyOrderElementsOf(amounts.keySet());
    amounts.forEach((id, amount) -> assertThat(balance(id)).isEqualTo(amount));
  }

  @Test
  void c17EachViolationHasItsOwnOutcome() {
    for (RawMessage line : messages("C17.jsonl")) {
      Outcome outcome = fixture.processToTheEnd(line);
      if (outcome instanceof Outcome.Settled settled && settled.moreMayFollow()) {
        fixture.drain(line.messageGroup());
      }
    }

    // Modify before create waits, and then finds no transaction to modify.
    assertThat(state("C-17a")).isEqualTo("parked rejected");
    assertThat(state("C-17b")).isEqualTo("open ");
    assertThat(balance("C-17b")).isEqualTo("30");
    // What comes after the end is refused, and revives nothing.
    assertThat(state("C-17c")).isEqualTo("ended ");
    assertThat(balance("C-17c")).isEqualTo("0");
    assertThat(why("C-17c")).containsExactly("dead ended");
    assertThat(state("C-17d")).isEqualTo("parked rejected");
    // A second create is a conflict, and the rest of its order waits behind it.
    assertThat(state("C-17e")).isEqualTo("parked conflict");
    assertThat(why("C-17e"))
        .containsExactly("held conflict", "held behind", "held behind", "held behind");
    assertThat(balance("C-17e")).isEqualTo("10");
    // A sequence that is no integer from 1 is undecodable; none at all means order of arrival.
    assertThat(state("C-17f")).isEqualTo("parked rejected");
    assertThat(state("C-17g")).isEqualTo("open ");
    assertThat(state("C-17h")).isEqualTo("parked rejected");
    assertThat(state("C-17i")).isEqualTo("open ");
  }

  private String balance(String order) {
    String balance =
        fixture.query("select balance from ledger_order where order_id = '" + order + "'").get(0);
    return new BigDecimal(balance).stripTrailingZeros().toPlainString();
  }

  private String state(String group) {
    return fixture
        .query(
            "select state || ' ' || coalesce(reason, '') from message_group where name = '"
                + group
                + "'")
        .get(0);
  }

  private List<String> why(String group) {
    return fixture.query(
        "select status || ' ' || why from held_message where message_group = '"
            + group
            + "' order by sequence");
  }

  private static List<RawMessage> messages(String file) {
    try {
      return Files.readAllLines(Path.of("src/test/resources/cases", file)).stream()
          .map(PublicCasesTest::message)
          .toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static RawMessage message(String line) {
    JsonNode record = JsonMapper.shared().readTree(line);
    JsonNode sequence = record.path("seq");
    RawMessage message = Messages.sequenced(record.path("order_id").asString(), 1, line);
    String number = sequence.isNull() ? "" : sequence.asString();
    RawMessage numbered = Messages.with(message, "sequence", number);
    RawMessage named = Messages.with(numbered, "CE_id", number.isEmpty() ? "none" : number);
    return record.path("last").asBoolean(false)
        ? Messages.with(named, "lastinsequence", "true")
        : named;
  }
}
