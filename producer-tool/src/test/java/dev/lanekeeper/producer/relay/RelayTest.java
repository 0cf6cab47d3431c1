package dev.lanekeeper.producer.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.program.database.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is sent of the outbox, and in what order: the same on every database. */
@ParameterizedClass
@EnumSource(Engine.class)
@Timeout(120)
class RelayTest {
  private final RelayFixture fixture;
  private final TestOutbox outbox;
  private final RecordingSender sender;

  RelayTest(Engine engine) {
    fixture = new RelayFixture(engine);
    outbox = fixture.outbox();
    sender = fixture.sender();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void rowsOfCompetingWritersAreSentOnceAndInTheOrderOfTheirCommits() throws Exception {
    int writers = 6;
    int rows = 60;
    List<String> groups = List.of("A", "B", "C", "D");
    CountDownLatch written = new CountDownLatch(writers);
    List<Future<?>> all = new ArrayList<>();
    for (int writer = 0; writer < writers; writer++) {
      int first = writer;
      all.add(
          fixture
              .threads()
              .submit(
                  () -> {
                    for (int i = 0; i < rows; i++) {
                      outbox.write(groups.get((first + i) % groups.size()), "{\"i\":" + i + "}");
                    }
                    written.countDown();
                  }));
    }
    fixture.relay("while-writing", 7).run();
    assertThat(written.await(100, TimeUnit.SECONDS)).isTrue();
    for (Future<?> one : all) {
      one.get();
    }
    fixture.relay("behind-them", 7).run();

    List<Long> sequences = LongStream.rangeClosed(1, (long) writers * rows / 4).boxed().toList();
    assertThat(sender.sequences())
        .containsOnlyKeys("A", "B", "C", "D")
        .allSatisfy((group, sent) -> assertThat(sent).isEqualTo(sequences));
    assertThat(outbox.query("select number from outbox where sent_at is null")).isEmpty();
  }

  @Test
  void writersOfAGroupWaitForEachOtherSoThatNumbersFollowTheCommits() throws Exception {
    Future<?> second;
    try (Handle first = outbox.elsewhere().open()) {
      first.begin();
      TestOutbox.write(first, "A", "{\"by\":\"first\"}");
      second = fixture.threads().submit(() -> outbox.write("A", "{\"by\":\"second\"}"));
      outbox.write("B", "{}");
      assertThatThrownBy(() -> second.get(300, TimeUnit.MILLISECONDS)).isNotNull();
      first.commit();
    }
    second.get(20, TimeUnit.SECONDS);

    fixture.relay("r", 10).run();

    assertThat(sender.bodies("A")).containsExactly("{\"by\":\"first\"}", "{\"by\":\"second\"}");
  }

  @Test
  void numberOfATransactionThatRolledBackIsGivenOutAgain() throws Exception {
    try (Handle handle = outbox.elsewhere().open()) {
      handle.begin();
      TestOutbox.write(handle, "A", "{\"by\":\"nobody\"}");
      handle.rollback();
    }
    outbox.write("A", "{\"by\":\"somebody\"}");

    fixture.relay("r", 10).run();

    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(1L)));
    assertThat(sender.bodies("A")).containsExactly("{\"by\":\"somebody\"}");
  }

  @Test
  void smallerNumberThatCommitsLaterIsNotOvertaken() throws Exception {
    try (Handle slow = outbox.elsewhere().open()) {
      slow.begin();
      TestOutbox.writeNumbered(slow, "A", 1);
      outbox.jdbi().useHandle(quick -> TestOutbox.writeNumbered(quick, "A", 2));
      outbox.jdbi().useHandle(quick -> TestOutbox.writeNumbered(quick, "A", 3));
      outbox.jdbi().useHandle(quick -> TestOutbox.writeNumbered(quick, "B", 1));
      fixture.relay("r", 1).run();
      assertThat(sender.sequences()).isEqualTo(Map.of("B", List.of(1L)));
      slow.commit();
    }
    fixture.relay("r", 1).run();

    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(1L, 2L, 3L), "B", List.of(1L)));
  }

  @Test
  void rowBecomesTheMessageThatItDescribes() throws Exception {
    outbox
        .jdbi()
        .useHandle(
            handle ->
                handle
                    .createUpdate(
                        """
                        insert into outbox
                          (topic, message_group, sequence, source, event_id, type, subject, event_time,
                           content_type, tag, last_in_sequence, trace_parent, body)
                        values
                          ('outbox-topic', 'Order 1', 1, '/app/1', 'e-1', 'app.ended.v1', 'one',
                           timestamp with time zone '2026-11-30 08:00:00.5+01:00', 'text/plain', 'end',
                           true, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', :body)
                        """)
                    .bind("body", "h".getBytes(UTF_8))
                    .execute());

    fixture.relay("r", 10).run();

    LedgerMessage message = sender.sent().get(0);
    assertThat(message.messageGroup()).isEqualTo("Order 1");
    assertThat(message.tag()).isEqualTo("end");
    assertThat(message.key()).isEqualTo("Order%201:1");
    assertThat(message.properties())
        .containsEntry("CE_specversion", "1.0")
        .containsEntry("CE_source", "/app/1")
        .containsEntry("CE_id", "e-1")
        .containsEntry("CE_type", "app.ended.v1")
        .containsEntry("CE_subject", "one")
        .containsEntry("CE_time", "2026-11-30T07:00:00.5Z")
        .containsEntry("CE_contenttype", "text/plain")
        .containsEntry("partitionkey", "Order 1")
        .containsEntry("sequence", "1")
        .containsEntry("lastinsequence", "true")
        .containsEntry("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    assertThat(new String(message.body(), UTF_8)).isEqualTo("h");
  }

  @Test
  void messageThatIsSentAgainHasTheSameKeyAndBody() throws Exception {
    fixture.write("A", 1);
    fixture.relay("r", 10).run();
    outbox.execute("update outbox set sent_at = null");
    outbox.execute("delete from outbox_sent");
    fixture.relay("r", 10).run();

    assertThat(sender.sent()).hasSize(2);
    assertThat(sender.sent().get(0).dedupKey()).isEqualTo(sender.sent().get(1).dedupKey());
    assertThat(sender.sent().get(0).body()).isEqualTo(sender.sent().get(1).body());
  }
}
