package dev.lanekeeper.producer.relay;

import static dev.lanekeeper.producer.relay.TestOutbox.TOPIC;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.message.MessageLimits;
import dev.lanekeeper.producer.send.MessageSender;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.StopSignal;
import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.program.broker.Endpoints;
import dev.lanekeeper.program.database.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.apache.rocketmq.client.java.exception.InternalErrorException;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The outbox and its relay: the same on every database. */
@ParameterizedClass
@EnumSource(Engine.class)
@Timeout(120)
class RelayTest {
  private static final Duration QUIET = Duration.ofMillis(300);

  private final TestOutbox outbox;
  private final RecordingSender sender = new RecordingSender();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  RelayTest(Engine engine) {
    outbox = new TestOutbox(engine);
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    outbox.close();
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
          threads.submit(
              () -> {
                for (int i = 0; i < rows; i++) {
                  outbox.write(groups.get((first + i) % groups.size()), "{\"i\":" + i + "}");
                }
                written.countDown();
              }));
    }
    relay("while-writing", 7).run();
    assertThat(written.await(100, TimeUnit.SECONDS)).isTrue();
    for (Future<?> one : all) {
      one.get();
    }
    relay("behind-them", 7).run();

    List<Long> sequences = LongStream.rangeClosed(1, (long) writers * rows / 4).boxed().toList();
    assertThat(sender.sequences())
        .containsOnlyKeys("A", "B", "C", "D")
        .allSatisfy((group, sent) -> assertThat(sent).isEqualTo(sequences));
    assertThat(outbox.query("select number from outbox where sent_at is null")).isEmpty();
  }

  @Test
  void writersOfAGroupWaitForEachOtherSoThatNumbersFollowTheCommits() throws Exception {
    Future<?> second;
    try (Handle first = outbox.jdbi().open()) {
      first.begin();
      TestOutbox.write(first, "A", "{\"by\":\"first\"}");
      second = threads.submit(() -> outbox.write("A", "{\"by\":\"second\"}"));
      outbox.write("B", "{}");
      assertThatThrownBy(() -> second.get(300, TimeUnit.MILLISECONDS)).isNotNull();
      first.commit();
    }
    second.get(20, TimeUnit.SECONDS);

    relay("r", 10).run();

    assertThat(sender.bodies("A")).containsExactly("{\"by\":\"first\"}", "{\"by\":\"second\"}");
  }

  @Test
  void numberOfATransactionThatRolledBackIsGivenOutAgain() throws Exception {
    try (Handle handle = outbox.jdbi().open()) {
      handle.begin();
      TestOutbox.write(handle, "A", "{\"by\":\"nobody\"}");
      handle.rollback();
    }
    outbox.write("A", "{\"by\":\"somebody\"}");

    relay("r", 10).run();

    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(1L)));
    assertThat(sender.bodies("A")).containsExactly("{\"by\":\"somebody\"}");
  }

  @Test
  void smallerNumberThatCommitsLaterIsNotOvertaken() throws Exception {
    try (Handle slow = outbox.jdbi().open()) {
      slow.begin();
      TestOutbox.writeNumbered(slow, "A", 1);
      outbox.jdbi().useHandle(quick -> TestOutbox.writeNumbered(quick, "A", 2));
      outbox.jdbi().useHandle(quick -> TestOutbox.writeNumbered(quick, "A", 3));
      outbox.jdbi().useHandle(quick -> TestOutbox.writeNumbered(quick, "B", 1));
      relay("r", 1).run();
      assertThat(sender.sequences()).isEqualTo(Map.of("B", List.of(1L)));
      slow.commit();
    }
    relay("r", 1).run();

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

    relay("r", 10).run();

    LedgerMessage message = sender.sent.get(0);
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
  void relayThatLosesItsLeaseWhileItSendsMarksWhatIsConfirmedAndYields() throws Exception {
    write("A", 5);
    sender.afterTheSecond =
        () ->
            outbox.execute(
                "update outbox_relay set holder = 'heir', epoch = 7,"
                    + " held_until = current_timestamp + interval '1' second");
    List<String> holders = new ArrayList<>();
    sender.beforeEach = () -> holders.addAll(outbox.query("select holder from outbox_relay"));

    Relay relay = relay("zombie", 3);
    relay.run();

    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(1L, 2L, 3L, 4L, 5L)));
    assertThat(holders).containsExactly("zombie", "zombie", "heir", "zombie", "zombie");
    assertThat(relay.counts()).isEqualTo(new RelayCounts(5, 2, 0, 0, 0));
    assertThat(outbox.query("select epoch from outbox_relay")).containsExactly("8");
  }

  @Test
  void relayWhoseLeaseIsLookedAtHasNotLostIt() throws Exception {
    write("A", 4);
    Relay relay = relay("r", 2);
    try (Handle other = outbox.jdbi().open()) {
      sender.afterTheSecond =
          () -> {
            other.begin();
            other.select("select holder from outbox_relay for update").mapTo(String.class).list();
          };
      Future<?> running =
          threads.submit(
              () -> {
                relay.run();
                return null;
              });
      assertThatThrownBy(() -> running.get(4 * QUIET.toMillis(), TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      other.rollback();
      running.get(60, TimeUnit.SECONDS);
    }

    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(1L, 2L, 3L, 4L)));
    assertThat(relay.counts()).isEqualTo(new RelayCounts(4, 1, 0, 0, 0));
  }

  @Test
  void relaysThatLoseTheirLeaseAtEachPageComeToAnEnd() throws Exception {
    write("A", 6);
    sender.beforeEach =
        () ->
            outbox.execute(
                "update outbox_relay set holder = 'other', epoch = epoch + 1,"
                    + " held_until = current_timestamp");
    Relay relay = relay("r", 2);
    Future<?> running =
        threads.submit(
            () -> {
              relay.run();
              return null;
            });
    running.get(20, TimeUnit.SECONDS);

    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(1L, 2L, 3L, 4L, 5L, 6L)));
    assertThat(outbox.query("select number from outbox where sent_at is null")).isEmpty();
  }

  @Test
  void messageThatIsSentAgainHasTheSameKeyAndBody() throws Exception {
    write("A", 1);
    relay("r", 10).run();
    outbox.execute("update outbox set sent_at = null");
    outbox.execute("delete from outbox_sent");
    relay("r", 10).run();

    assertThat(sender.sent).hasSize(2);
    assertThat(sender.sent.get(0).dedupKey()).isEqualTo(sender.sent.get(1).dedupKey());
    assertThat(sender.sent.get(0).body()).isEqualTo(sender.sent.get(1).body());
  }

  @Test
  void brokerThatIsAwayIsWaitedFor() throws Exception {
    write("A", 2);
    sender.failures = 7;

    relay("r", 10).run();

    assertThat(sender.sequences().getOrDefault("A", List.of()).stream().distinct())
        .containsExactly(1L, 2L);
    assertThat(outbox.query("select number from outbox where sent_at is null")).isEmpty();
  }

  @Test
  void outboxThatCannotBeReadIsNotTakenForAnEmptyOne() throws Exception {
    write("A", 2);
    outbox.execute("alter table outbox rename to away");
    Relay relay = relay("r", 10);
    Future<?> running =
        threads.submit(
            () -> {
              relay.run();
              return null;
            });
    assertThatThrownBy(() -> running.get(4 * QUIET.toMillis(), TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    outbox.execute("alter table away rename to outbox");
    running.get(60, TimeUnit.SECONDS);

    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(1L, 2L)));
  }

  @Test
  void rowThatCannotBeSentHoldsBackItsGroupOnly() throws Exception {
    write("A", 3);
    write("B", 2);
    outbox.execute("update outbox set tag = 'a|b' where message_group = 'A' and sequence = 2");
    Relay relay = relay("r", 10);
    relay.run();

    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(1L), "B", List.of(1L, 2L)));
    assertThat(relay.counts()).isEqualTo(new RelayCounts(3, 1, 1, 0, 0));
    outbox.execute("update outbox set tag = 'ab' where message_group = 'A' and sequence = 2");
    relay("r", 10).run();
    assertThat(sender.sequences().get("A")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void rowThatStandsStillIsNoWorkThatKeepsARelayFromItsEnd() throws Exception {
    write("A", 2);
    outbox.execute("update outbox set tag = 'a|b' where message_group = 'A' and sequence = 2");
    Relay relay = relay("r", 10, new StandingGroups(() -> System.nanoTime() * 1000));
    Future<?> running =
        threads.submit(
            () -> {
              relay.run();
              return null;
            });
    running.get(20, TimeUnit.SECONDS);

    assertThat(relay.counts().standingGroups()).isEqualTo(1);
  }

  @Test
  void rowThatStoodStillAndIsGoneIsNotCounted() throws Exception {
    write("A", 1);
    write("B", 2);
    outbox.execute("update outbox set tag = 'a|b' where message_group = 'A'");
    sender.afterTheSecond = () -> outbox.execute("delete from outbox where message_group = 'A'");
    Relay relay = relay("r", 1);
    relay.run();

    assertThat(sender.sequences()).isEqualTo(Map.of("B", List.of(1L, 2L)));
    assertThat(relay.counts().standingGroups()).isZero();
  }

  @Test
  void rowsThatCannotBeInTurnAreNotRead() {
    write("A", 120);
    write("B", 2);
    outbox.jdbi().useHandle(handle -> TestOutbox.writeNumbered(handle, "C", 2));
    outbox.write("D", "{}");

    assertThat(unsent()).extracting(OutboxRow::messageGroup).containsOnly("A");
    assertThat(unsent("A")).extracting(OutboxRow::messageGroup).containsExactly("B", "B", "D");
    mark(unsent("A"));
    assertThat(unsent("A")).isEmpty();
    assertThat(unsent()).hasSize(100).last().extracting(OutboxRow::sequence).isEqualTo(100L);
    outbox.jdbi().useHandle(handle -> TestOutbox.writeNumbered(handle, "C", 1));
    assertThat(unsent("A", "B")).extracting(OutboxRow::sequence).containsExactly(2L, 1L);
  }

  @Test
  void groupsThatWaitForAMissingNumberAreCounted() throws Exception {
    write("B", 1);
    outbox.jdbi().useHandle(handle -> TestOutbox.writeNumbered(handle, "A", 3));
    outbox.jdbi().useHandle(handle -> TestOutbox.writeNumbered(handle, "B", 3));
    outbox.jdbi().useHandle(handle -> TestOutbox.writeNumbered(handle, "B", 4));
    Relay relay = relay("r", 10);
    relay.run();

    assertThat(relay.counts()).isEqualTo(new RelayCounts(1, 1, 0, 2, 1));
    outbox.jdbi().useHandle(handle -> TestOutbox.writeNumbered(handle, "B", 2));
    Relay next = relay("r", 10);
    next.run();
    assertThat(next.counts()).isEqualTo(new RelayCounts(3, 1, 0, 1, 1));
  }

  @Test
  void limitsAreCheckedInTheApplicationsTransaction() {
    assertThatThrownBy(() -> outbox.write("\u00e9".repeat(32), "{}")).isNotNull();
    assertThatThrownBy(() -> outbox.write("A", "")).isNotNull();
    assertThat(outbox.query("select number from outbox")).isEmpty();
    assertThat(outbox.query("select message_group from outbox_group")).isEmpty();
  }

  @Test
  void marksOfARelayThatWasTakenForDeadNeitherGoBackNorSkip() {
    write("A", 5);
    List<OutboxRow> sentByTheZombie = unsent().subList(0, 3);

    mark(unsent().subList(0, 2));
    assertThat(outbox.query("select last_sequence from outbox_sent")).containsExactly("2");
    mark(sentByTheZombie);
    assertThat(outbox.query("select last_sequence from outbox_sent")).containsExactly("3");
    mark(unsent());
    List<String> times = outbox.query("select sent_at from outbox order by sequence");
    mark(sentByTheZombie);

    assertThat(outbox.query("select last_sequence from outbox_sent")).containsExactly("5");
    assertThat(outbox.query("select sent_at from outbox order by sequence")).isEqualTo(times);
    outbox.execute("delete from outbox where sequence = 1");
    mark(sentByTheZombie);
    assertThat(outbox.query("select last_sequence from outbox_sent")).containsExactly("5");
  }

  @Test
  void rowsSentLongAgoAreRemovedAndTheirGroupGoesOn() throws Exception {
    write("A", OldOutboxRows.BATCH + 3);
    relay("r", 100).run();
    outbox.execute(
        "update outbox set sent_at = timestamp with time zone '2020-01-01 00:00:00+00:00'"
            + " where sequence <= 502");
    outbox.write("A", "{}");
    OldOutboxRows old = new OldOutboxRows(TOPIC, Duration.ofDays(7));

    assertThat(outbox.jdbi().<Integer, RuntimeException>withHandle(old::purge)).isEqualTo(500);
    assertThat(outbox.jdbi().<Integer, RuntimeException>withHandle(old::purge)).isEqualTo(2);
    assertThat(outbox.jdbi().<Integer, RuntimeException>withHandle(old::purge)).isZero();
    assertThat(outbox.query("select sequence from outbox order by sequence"))
        .containsExactly("503", "504");
    sender.sent.clear();
    relay("r", 100).run();
    assertThat(sender.sequences()).isEqualTo(Map.of("A", List.of(504L)));
  }

  @Test
  void oldRowsAreRemovedByTheActiveRelay() throws Exception {
    write("A", 2);
    relay("r", 10).run();
    outbox.execute(
        "update outbox set sent_at = timestamp with time zone '2020-01-01 00:00:00+00:00'");

    relay("r", 10).run();

    assertThat(outbox.query("select sequence from outbox")).isEmpty();
  }

  @Test
  void databaseWithoutAnOutboxIsNamed() {
    outbox.execute("drop table outbox_relay");
    try (OutboxDatabase database = new OutboxDatabase(outbox.settings(1))) {
      assertThatThrownBy(database::requireOutbox)
          .isInstanceOf(ProgramException.class)
          .hasMessageContaining("has no outbox; make it: worker.jar migrate");
    }
  }

  private void write(String group, int rows) {
    for (int i = 0; i < rows; i++) {
      outbox.write(group, "{}");
    }
  }

  private List<OutboxRow> unsent(String... standing) {
    List<String> resting = List.of(standing);
    return outbox
        .jdbi()
        .<List<OutboxRow>, RuntimeException>withHandle(
            handle -> new OutboxRows(TOPIC).unsent(handle, 0, 100, resting));
  }

  private void mark(List<OutboxRow> rows) {
    outbox.jdbi().useHandle(handle -> new SentMarks(TOPIC).mark(handle, rows));
  }

  /** A relay that ends when it has had nothing to do for a moment. */
  private Relay relay(String holder, int page) {
    return relay(holder, page, new StandingGroups(System::nanoTime));
  }

  private Relay relay(String holder, int page, StandingGroups standing) {
    RelaySettings settings =
        new RelaySettings(
            TOPIC,
            page,
            Duration.ofMillis(20),
            Duration.ofSeconds(30),
            Optional.of(Duration.ofDays(7)),
            Optional.of(QUIET));
    return new Relay(
        new OutboxDatabase(outbox.settings(1)),
        sender,
        new SendPolicy(4, 1000, 5, Duration.ZERO, Duration.ZERO),
        MessageLimits.BODY_BYTES,
        new ClientStart(Endpoints.parse("127.0.0.1:8081"), false, TOPIC, Optional.empty(), QUIET),
        settings,
        holder,
        new StopSignal(),
        standing,
        System::nanoTime);
  }

  /** Confirms at once, but for the failures that it is told to have. */
  private static final class RecordingSender implements MessageSender {
    private final List<LedgerMessage> sent = new ArrayList<>();
    private int failures;
    private Runnable beforeEach = () -> {};
    private Runnable afterTheSecond = () -> {};

    @Override
    public CompletableFuture<Receipt.Stored> send(LedgerMessage message) {
      beforeEach.run();
      sent.add(message);
      if (sent.size() == 2) {
        afterTheSecond.run();
      }
      if (failures > 0) {
        failures--;
        return CompletableFuture.failedFuture(new InternalErrorException(50001, "r", "away"));
      }
      return CompletableFuture.completedFuture(new Receipt.Stored("id", 0, sent.size()));
    }

    private Map<String, List<Long>> sequences() {
      Map<String, List<Long>> sequences = new HashMap<>();
      sent.forEach(
          message ->
              sequences
                  .computeIfAbsent(message.messageGroup(), name -> new ArrayList<>())
                  .add(message.sequence()));
      return sequences;
    }

    private List<String> bodies(String group) {
      return sent.stream()
          .filter(message -> message.messageGroup().equals(group))
          .map(message -> new String(message.body(), UTF_8))
          .toList();
    }

    @Override
    public void close() {}
  }
}
