package dev.lanekeeper.producer.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.core.builder.CloudEventBuilder;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** What RocketMQ 5.5.0 and its client 5.2.0 take, and what not. */
class MessageLimitsTest {

  @Test
  void messageGroupHas63BytesAtMostAndVisibleCharacters() {
    assertThat(problem("g".repeat(63), "t", "k", "s", 1)).isEmpty();
    assertThat(problem("g".repeat(64), "t", "k", "s", 1))
        .isEqualTo("message group: 64 bytes in UTF-8; at most 63");
    assertThat(problem("\u00e9".repeat(32), "t", "k", "s", 1))
        .startsWith("message group: 64 bytes");
    assertThat(problem(" ", "t", "k", "s", 1)).startsWith("message group: blank");
    assertThat(problem("a\tb", "t", "k", "s", 1)).startsWith("message group: control character");
  }

  @Test
  void tagMayBeMissingButNotBlankOrSeparated() {
    assertThat(problem("g", "", "k", "s", 1)).isEmpty();
    assertThat(problem("g", " ", "k", "s", 1)).startsWith("tag: blank");
    assertThat(problem("g", "a|b", "k", "s", 1)).startsWith("tag: blank, or with |");
    assertThat(problem("g", "a\nb", "k", "s", 1)).startsWith("tag: control character");
  }

  @Test
  void keyWithASpaceWouldBeTwo() {
    assertThat(problem("g", "t", "a b", "s", 1)).startsWith("key: blank, or with a space");
    assertThat(problem("g", "t", "", "s", 1)).startsWith("key: blank");
    assertThat(problem("g", "t", "a\u0001b", "s", 1)).startsWith("key: control character");
  }

  @Test
  void propertiesAreCountedTogetherWithTagAndKey() {
    assertThat(problem("g", "t", "k", "s".repeat(16_000), 1)).isEmpty();
    assertThat(problem("g", "t", "k", "s".repeat(16_384), 1))
        .startsWith("properties, tag and key have ")
        .endsWith("at most 16384");
    assertThat(problem("g", "t", "k", "a\tb", 1))
        .isEqualTo("property CE_subject: control character; leave it out");
    assertThat(problem("g", "t", "k", " ", 1))
        .isEqualTo("property CE_subject: blank; leave it out");
  }

  @Test
  void bodyHasAByteAndNoMoreThanTheBrokerSays() {
    assertThat(problem("g", "t", "k", "s", 0)).startsWith("body: empty");
    assertThat(problem("g", "t", "k", "s", 1000)).isEmpty();
    assertThat(problem("g", "t", "k", "s", 1001))
        .isEqualTo("body: 1001 bytes; the broker takes at most 1000");
  }

  private static String problem(String group, String tag, String key, String subject, int bytes) {
    LedgerMessage message =
        EventMessage.of(
            CloudEventBuilder.v1()
                .withId("1")
                .withSource(URI.create("/s"))
                .withType("t")
                .withSubject(subject)
                .withDataContentType("text/plain")
                .build(),
            group,
            1,
            tag,
            key,
            new byte[bytes]);
    return MessageLimits.problem(message, 1000).orElse("");
  }
}
