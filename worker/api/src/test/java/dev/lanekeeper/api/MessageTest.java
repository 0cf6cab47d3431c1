package dev.lanekeeper.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MessageTest {
  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private final MessageBuilder builder =
      new MessageBuilder("order-1", new DedupKey("/shop", "7"), "shop.paid.v1");

  @Test
  void builtMessageHasWhatWasSetAndNothingElse() {
    Message message =
        builder.sequence(7).json("{\"n\":1.0}").traceParent(TRACE).property("tenant", "a").build();

    assertThat(message.messageGroup()).isEqualTo("order-1");
    assertThat(message.type()).isEqualTo("shop.paid.v1");
    assertThat(message.sequence()).hasValue(7);
    assertThat(message.attempt()).isEqualTo(1);
    assertThat(message.traceParent()).contains(TRACE);
    assertThat(message.property("tenant")).contains("a");
    assertThat(message.property("Tenant")).isEmpty();
    assertThat(message.subject()).isEmpty();
    assertThat(message.fingerprint())
        .isEqualTo(Fingerprint.of("application/json", "{\"n\":1}".getBytes(UTF_8)));
  }

  @Test
  void anotherAttemptIsTheSameMessage() {
    Message first = builder.json("{}").build();
    Message second = first.withAttempt(2);
    assertThat(second).isEqualTo(first).hasToString(first.toString());
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.body()).isEqualTo(first.body());
  }

  @Test
  void delayInThePastIsRefused() {
    assertThatThrownBy(() -> new TryAgainException("no", Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(new EnvironmentException("unwell").delay()).isEmpty();
  }
}
