package dev.lanekeeper.worker.message;

import static dev.lanekeeper.worker.testing.Messages.last;
import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.Messages.unsequenced;
import static dev.lanekeeper.worker.testing.Messages.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.Message;
import java.time.OffsetDateTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecoderTest {
  private final Decoder decoder = new Decoder("tests", new DedupKeyRule.CloudEvent());

  @Test
  void attributesOfACloudEventAreRead() {
    RawMessage raw = with(last("A", 7), "CE_time", "2026-11-30T09:00:00.123456+01:00");
    Message message = decoder.decode(with(raw, "traceparent", "00-ab-cd-01"));

    assertThat(message.messageGroup()).isEqualTo("A");
    assertThat(message.dedupKey()).isEqualTo(new DedupKey("/test/A", "7"));
    assertThat(message.sequence()).hasValue(7);
    assertThat(message.lastInSequence()).isTrue();
    assertThat(message.type()).isEqualTo("test.v1");
    assertThat(message.time()).contains(OffsetDateTime.parse("2026-11-30T09:00:00.123456+01:00"));
    assertThat(message.traceParent()).contains("00-ab-cd-01");
    assertThat(message.attempt()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "CE_specversion, 0.3, CE_specversion is \"0.3\"",
    "CE_specversion, '', CE_specversion is missing",
    "CE_id, '', no CE_id",
    "CE_id, ' ', no CE_id",
    "CE_source, '', no CE_source",
    "CE_type, '', no CE_type",
    "CE_time, yesterday, CE_time is \"yesterday\"",
    "CE_time, 2026-11-30T09:00:00, CE_time is",
    "sequence, 0, sequence is \"0\"",
    "sequence, -1, sequence is \"-1\"",
    "sequence, 1.5, sequence is \"1.5\"",
    "sequence, 01, sequence is \"01\"",
    "sequence, 9999999999999999999, sequence is",
    "lastinsequence, yes, lastinsequence is \"yes\"",
  })
  void whatBreaksTheContractIsNamed(String property, String value, String error) {
    assertThatThrownBy(() -> decoder.decode(with(sequenced("A", 1), property, value)))
        .isInstanceOf(UndecodableMessageException.class)
        .hasMessageContaining(error);
  }

  @Test
  void idThatTheDatabaseCannotHoldIsRefusedAndNotCut() {
    assertThatThrownBy(() -> decoder.decode(with(sequenced("A", 1), "CE_id", "\u00e9".repeat(126))))
        .isInstanceOf(UndecodableMessageException.class)
        .hasMessageContaining("id has 252 bytes; at most 250");
  }

  @Test
  void otherMessagesHaveTheirIdWhereTheRuleSays() {
    RawMessage raw = with(unsequenced("A", "x"), "order-event", "42");

    assertThat(decode(raw, "message-id").dedupKey())
        .isEqualTo(new DedupKey("test", raw.messageId()));
    assertThat(decode(raw, "property:order-event").dedupKey())
        .isEqualTo(new DedupKey("test", "42"));
    assertThat(decode(raw, "key").dedupKey()).isEqualTo(new DedupKey("test", "key-A"));
    assertThatThrownBy(() -> decode(raw, "property:no-such"))
        .isInstanceOf(UndecodableMessageException.class)
        .hasMessageContaining("--dedup-key");
    assertThatThrownBy(() -> DedupKeyRule.parse("propery:x"))
        .hasMessageContaining("write cloudevents, message-id, key or property:NAME");
  }

  @Test
  void messageThatIsNoCloudEventHasItsTagAsType() {
    RawMessage raw = unsequenced("A", "x");
    RawMessage bare =
        new RawMessage(raw.topic(), "A", "paid", "k", Map.of(), raw.body(), "id", 1, raw.bornAt());
    assertThat(decode(bare, "key").type()).isEqualTo("paid");
  }

  private static Message decode(RawMessage raw, String rule) {
    return new Decoder("tests", DedupKeyRule.parse(rule)).decode(raw);
  }
}
