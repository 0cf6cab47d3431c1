package dev.lanekeeper.worker.verify;

import static dev.lanekeeper.worker.testing.Messages.last;
import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.Fingerprint;
import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.operate.DeadLetters;
import dev.lanekeeper.worker.operate.GroupOperations;
import dev.lanekeeper.worker.operate.Operator;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import dev.lanekeeper.worker.verify.Finding.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What verifying finds, the same on every database. */
@ParameterizedClass
@EnumSource(Engine.class)
class VerificationTest {
  private static final Operator OPERATOR = new Operator("ada", "because of a test");

  private final ProcessingFixture fixture;
  private final List<Finding> findings = new ArrayList<>();

  VerificationTest(Engine engine) {
    fixture = new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ONE);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** More than one batch, and the last of the first batch sent again. */
  @Test
  void allThatWasAppliedOnceInOrderIsRight() {
    List<RawMessage> sent = new ArrayList<>();
    for (int i = 1; i <= 260; i++) {
      sent.add(sequenced("A", i));
      sent.add(sequenced("B", i));
    }
    sent.forEach(fixture::process);
    sent.add(499, sent.get(498));

    Tally tally = verify(sent.toArray(RawMessage[]::new));
    assertThat(findings).isEmpty();
    assertThat(tally).isEqualTo(new Tally(521, 520, 520, Map.of()));
    assertThat(tally.isRight()).isTrue();
  }

  @Test
  void nothingSentProvesNothing() {
    assertThat(verify()).isEqualTo(new Tally(0, 0, 0, Map.of()));
    assertThat(verify().isRight()).isFalse();
  }

  @Test
  void whatIsNotOnRecordIsMissing() {
    fixture.process(sequenced("A", 1));

    Tally tally = verify(sequenced("A", 1), sequenced("A", 2), sequenced("B", 1));
    assertThat(tally).isEqualTo(new Tally(3, 3, 1, Map.of(Kind.MISSING, 2L)));
    assertThat(tally.isRight()).isFalse();
    assertThat(findings)
        .extracting(Finding::toString)
        .containsExactly(
            "A 2: missing: its group is open at 1: it was not received yet, or is lost",
            "B 1: missing: nothing of its group was received: wrong --topic or --group, or not yet");
  }

  @Test
  void whatRetentionRemovedIsMissingAndSaysSo() {
    fixture.process(sequenced("A", 1));
    fixture.process(sequenced("A", 2));
    execute("delete from inbox where event_id = '1'");

    assertThat(verify(sequenced("A", 1), sequenced("A", 2)).off()).containsOnlyKeys(Kind.MISSING);
    assertThat(findings.get(0).detail()).contains("its group is past it, at 2");
  }

  @Test
  void deadLetterThatWasReplayedLaterIsOutOfOrder() throws Exception {
    fixture.handlerFails();
    fixture.processToTheEnd(sequenced("A", 1));
    fixture.handlerSucceeds();
    new GroupOperations(fixture.database().jdbi()).skipHead(ProcessingFixture.key("A"), OPERATOR);
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("A", 3));
    assertThat(verify(sequenced("A", 1), sequenced("A", 2)).off())
        .containsOnly(Map.entry(Kind.DEAD_LETTERED, 1L));
    assertThat(findings.get(0).detail()).contains("dead-lettered: attempts", "handler is broken");

    var letter =
        new DeadLetters(fixture.database().jdbi())
            .find(ProcessingFixture.CONSUMER_GROUP, "test", "A/1")
            .orElseThrow();
    fixture.processing().replay().apply(letter.key(), letter.row(), handle -> {});
    findings.clear();
    assertThat(verify(sequenced("A", 1), sequenced("A", 2), sequenced("A", 3)))
        .isEqualTo(new Tally(3, 3, 2, Map.of(Kind.OUT_OF_ORDER, 1L)));
    assertThat(findings.get(0))
        .hasToString("A 2: out of order: applied before sequence 1 of its group");
  }

  /** The order is that of the commits, also behind a hole in the sequences. */
  @Test
  void orderIsLookedAtBehindAHoleToo() {
    fixture.process(sequenced("A", 1));
    fixture.process(sequenced("A", 2));
    execute("update inbox set sequence = 9, event_id = '9' where event_id = '1'");

    assertThat(verify(sequenced("A", 2)).isRight()).isTrue();
    Tally tally = verify(withContentOf(sequenced("A", 9), sequenced("A", 1)));
    assertThat(tally.off()).containsOnlyKeys(Kind.OUT_OF_ORDER);
  }

  @Test
  void anotherMessageUnderTheSameSequenceIsTwice() {
    fixture.process(sequenced("A", 1));
    execute(
        """
        insert into inbox
          (consumer_group, source, event_id, topic, message_group, sequence, fingerprint,
           fate, attempts, received_at, settled_at, message_id, delivery_attempt)
        select consumer_group, source, 'other', topic, message_group, sequence, fingerprint,
               fate, attempts, received_at, settled_at, message_id, delivery_attempt
          from inbox
        """);

    assertThat(verify(sequenced("A", 1)).off()).containsOnly(Map.entry(Kind.TWICE, 1L));
    assertThat(findings.get(0).detail()).isEqualTo("2 messages were applied under its sequence");
  }

  @Test
  void otherContentIsFoundHoweverItCameAbout() {
    fixture.process(sequenced("A", 1));
    fixture.process(sequenced("A", 2));
    execute("update inbox set message_group = 'elsewhere' where event_id = '2'");

    assertThat(verify(sequenced("A", 1, "{\"other\":true}"), sequenced("A", 2)).off())
        .containsOnly(Map.entry(Kind.OTHER_CONTENT, 2L));
    assertThat(findings.get(0).detail())
        .isEqualTo("applied with the fingerprint " + fingerprint(sequenced("A", 1)));
    assertThat(findings.get(1).detail()).isEqualTo("applied as sequence 2 of group elsewhere");
  }

  /** Another spelling of the same JSON is the same content. */
  @Test
  void spellingIsNoContent() {
    fixture.process(sequenced("A", 1, "{\"n\":1.50,\"m\":2}"));
    assertThat(verify(sequenced("A", 1, "{ \"m\": 2, \"n\": 15e-1 }")).isRight()).isTrue();
  }

  @Test
  void whatWaitsForItsTurnIsHeld() {
    fixture.process(sequenced("A", 2));
    fixture.handlerFails();
    fixture.processToTheEnd(sequenced("B", 1));
    fixture.process(sequenced("B", 2));

    assertThat(verify(sequenced("A", 2), sequenced("B", 1), sequenced("B", 2)).off())
        .containsOnly(Map.entry(Kind.HELD, 3L));
    assertThat(findings)
        .extracting(Finding::detail)
        .containsExactly(
            "early", "attempts: java.lang.IllegalStateException: the handler is broken", "behind");
  }

  @Test
  void whatCameBehindTheEndIsADeadLetter() {
    fixture.process(last("A", 1));
    fixture.process(sequenced("A", 2));

    assertThat(verify(last("A", 1), sequenced("A", 2)).off())
        .containsOnly(Map.entry(Kind.DEAD_LETTERED, 1L));
    assertThat(findings.get(0).detail()).startsWith("rejected: ended");
  }

  /** The one that was applied is right; the one that contradicts it is known by its content. */
  @Test
  void contradictionIsOtherContent() {
    fixture.process(sequenced("A", 1));
    RawMessage other = sequenced("A", 1, "{\"other\":true}");
    fixture.process(other);

    assertThat(verify(sequenced("A", 1)).isRight()).isTrue();
    assertThat(verify(other).off()).containsOnlyKeys(Kind.OTHER_CONTENT);
  }

  private Tally verify(RawMessage... sent) {
    Iterator<Receipt> receipts = Arrays.stream(sent).map(VerificationTest::receipt).iterator();
    return new Verification(
            fixture.database().jdbi(), ProcessingFixture.CONSUMER_GROUP, "test", findings::add)
        .compare(() -> receipts.hasNext() ? Optional.of(receipts.next()) : Optional.empty());
  }

  private static Receipt receipt(RawMessage message) {
    Map<String, String> properties = message.properties();
    return new Receipt(
        new DedupKey(
            properties.getOrDefault("CE_source", ""), properties.getOrDefault("CE_id", "")),
        message.messageGroup(),
        Long.parseLong(properties.getOrDefault("sequence", "")),
        fingerprint(message),
        Optional.of(new Receipt.Stored(message.messageId(), 0, 0)));
  }

  private static String fingerprint(RawMessage message) {
    return Fingerprint.of("application/json", message.body()).hex();
  }

  private static RawMessage withContentOf(RawMessage message, RawMessage content) {
    return sequenced(
        message.messageGroup(),
        Long.parseLong(message.properties().getOrDefault("sequence", "")),
        new String(content.body(), java.nio.charset.StandardCharsets.UTF_8));
  }

  private void execute(String sql) {
    fixture.database().jdbi().useHandle(handle -> handle.execute(sql));
  }
}
