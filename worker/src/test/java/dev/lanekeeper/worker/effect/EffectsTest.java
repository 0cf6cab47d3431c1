package dev.lanekeeper.worker.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageBuilder;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.TestDatabases;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The conformance suite of effects outside the database: the same on every database. */
@ParameterizedClass
@EnumSource(Engine.class)
class EffectsTest {
  private static final String NAME = "call";
  private static final Duration LONG = Duration.ofHours(1);
  private static final Optional<String> RESULT = Optional.of("201 Created");

  private final Database database;
  private final Jdbi jdbi;
  private final Effects effects = new Effects();
  private final Message message = message("1");
  private final EffectKey key = EffectKey.of(message, NAME);

  EffectsTest(Engine engine) {
    database = TestDatabases.create(engine);
    jdbi = database.jdbi();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void effectThatIsDoneIsNotCalledAgainAndItsResultCounts() {
    assertThat(begin("w1", LONG)).isEqualTo(new Beginning.Call(1));
    assertThat(done(1)).isTrue();
    assertThat(begin("w2", LONG)).isEqualTo(new Beginning.Done(RESULT));
    assertThat(done(1)).isFalse();
    assertThat(state()).isEqualTo("done 1 w1");
  }

  /** Public case A7: the second delivery finds a live claim, and does not run. */
  @Test
  void effectWithALiveClaimIsNotCalled() {
    begin("w1", LONG);
    assertThat(begin("w2", LONG))
        .isInstanceOfSatisfying(
            Beginning.Busy.class,
            busy -> assertThat(busy.left()).isPositive().isLessThanOrEqualTo(LONG));
    assertThat(begin("w1", LONG)).isInstanceOf(Beginning.Busy.class);
    assertThat(done(1)).isTrue();
  }

  /** Public case B3: a claim ends in every case, also with nothing left of its time. */
  @Test
  void claimOfOneThatIsGoneEndsAndIsUnknownThen() {
    begin("w1", Duration.ZERO);
    assertThat(begin("w2", LONG)).isEqualTo(new Beginning.Unknown(2, true));
    assertThat(begin("w3", LONG)).isEqualTo(new Beginning.Unknown(2, false));
    assertThat(state()).isEqualTo("unknown 2 w1");
  }

  @Test
  void claimIsTakenOverAfterItsEndAndNotBefore() {
    begin("w1", Duration.ofMillis(300));
    assertThat(begin("w2", LONG)).isInstanceOf(Beginning.Busy.class);
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> begin("w2", LONG).equals(new Beginning.Unknown(2, true)));
  }

  /** Its transaction may have waited for locks: that time is not taken off the claim. */
  @Test
  void claimBeginsWhenItIsMadeAndNotWithItsTransaction() {
    jdbi.useTransaction(
        handle -> {
          Instant begun = clock(handle);
          await()
              .atMost(Duration.ofSeconds(10))
              .until(
                  () ->
                      Duration.between(begun, database.reading().withHandle(EffectsTest::clock))
                              .toMillis()
                          > 300);
          effects.begin(handle, message, NAME, "w1", LONG);
          Instant until =
              handle
                  .createQuery("select claimed_until from effect")
                  .mapTo(Timestamp.class)
                  .one()
                  .toInstant();
          assertThat(until).isAfter(begun.plus(LONG).plusMillis(300));
        });
  }

  private static Instant clock(Handle handle) {
    return handle.createQuery("select current_timestamp").mapTo(Timestamp.class).one().toInstant();
  }

  @Test
  void ownerThatLostItsClaimCannotWriteAnything() {
    begin("w1", Duration.ZERO);
    begin("w2", LONG);
    assertThat(done(1)).isFalse();
    assertThat(callAgain(2, "w2")).contains(new Beginning.Call(3));
    assertThat(done(1)).isFalse();
    assertThat(failed(1)).isFalse();
    assertThat(forsake(1)).isEmpty();
    assertThat(state()).isEqualTo("in_progress 3 w2");
    assertThat(done(3)).isTrue();
  }

  @Test
  void ownerWhoseClaimHasEndedIsBelievedAsLongAsNobodyLooked() {
    begin("w1", Duration.ZERO);
    assertThat(done(1)).isTrue();
    assertThat(begin("w2", LONG)).isEqualTo(new Beginning.Done(RESULT));
  }

  @Test
  void unknownEffectIsDecidedOnce() {
    begin("w1", Duration.ZERO);
    begin("w2", LONG);
    assertThat(callAgain(1, "w2")).isEmpty();
    assertThat(callAgain(2, "w2")).isPresent();
    assertThat(callAgain(2, "w3")).isEmpty();
    assertThat(happened(2)).isFalse();
  }

  @Test
  void unknownEffectThatIsKnownToHaveHappenedIsDone() {
    begin("w1", LONG);
    assertThat(forsake(1)).contains(2L);
    assertThat(done(1)).isFalse();
    assertThat(happened(2)).isTrue();
    assertThat(begin("w2", LONG)).isEqualTo(new Beginning.Done(RESULT));
  }

  @Test
  void effectThatDidNotHappenIsCalledAgainAtOnceUnderANewEpoch() {
    begin("w1", LONG);
    assertThat(failed(1)).isTrue();
    assertThat(begin("w2", LONG)).isEqualTo(new Beginning.Call(2));
    assertThat(done(1)).isFalse();
    assertThat(done(2)).isTrue();
  }

  @Test
  void effectIsDoneOnlyIfTheMessageIsSettled() {
    begin("w1", LONG);
    assertThatThrownBy(
            () ->
                jdbi.useTransaction(
                    handle -> {
                      assertThat(effects.done(handle, key, 1, RESULT)).isTrue();
                      throw new IllegalStateException("the message is not settled");
                    }))
        .hasMessage("the message is not settled");
    assertThat(state()).isEqualTo("in_progress 1 w1");
  }

  @Test
  void twoThatBeginAtTheSameMomentDoNotBothCall() throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<Beginning> first = threads.submit(() -> race(barrier, "w1"));
      Future<Beginning> second = threads.submit(() -> race(barrier, "w2"));
      assertThat(List.of(first.get(30, TimeUnit.SECONDS), second.get(30, TimeUnit.SECONDS)))
          .hasAtLeastOneElementOfType(Beginning.Call.class)
          .hasAtLeastOneElementOfType(Beginning.Busy.class);
    } finally {
      threads.shutdownNow();
    }
  }

  private Beginning race(CyclicBarrier barrier, String owner) throws Exception {
    barrier.await(10, TimeUnit.SECONDS);
    return begin(owner, LONG);
  }

  @Test
  void idempotencyKeyIsTheEffectsOwnAndStaysTheSame() {
    begin("w1", Duration.ZERO);
    String first = query("select idempotency_key from effect");
    begin("w2", LONG);
    callAgain(2, "w2");
    assertThat(query("select idempotency_key from effect"))
        .isEqualTo(first)
        .isEqualTo(key.idempotencyKey().value())
        .hasSize(64);
    assertThat(
            List.of(
                new EffectKey("g", new DedupKey("ab", "c"), "n").idempotencyKey(),
                new EffectKey("g", new DedupKey("a", "bc"), "n").idempotencyKey(),
                new EffectKey("g", new DedupKey("a", "bC"), "n").idempotencyKey(),
                new EffectKey("ga", new DedupKey("", "bc"), "n").idempotencyKey(),
                new EffectKey("g", new DedupKey("ab", ""), "cn").idempotencyKey()))
        .doesNotHaveDuplicates();
  }

  @Test
  void effectsOfOneMessageAndOfOthersAreApart() {
    begin("w1", LONG);
    assertThat(begin(message, "mail", "w1", LONG)).isEqualTo(new Beginning.Call(1));
    assertThat(begin(message("2"), NAME, "w1", LONG)).isEqualTo(new Beginning.Call(1));
  }

  private static Message message(String id) {
    return new MessageBuilder("A", new DedupKey("/test/A", id), "test.v1").build();
  }

  private Beginning begin(String owner, Duration claim) {
    return begin(message, NAME, owner, claim);
  }

  private Beginning begin(Message of, String name, String owner, Duration claim) {
    return jdbi.inTransaction(handle -> effects.begin(handle, of, name, owner, claim));
  }

  private Optional<Beginning.Call> callAgain(long epoch, String owner) {
    return jdbi.inTransaction(handle -> effects.callAgain(handle, key, epoch, owner, LONG));
  }

  private boolean done(long epoch) {
    return jdbi.inTransaction(handle -> effects.done(handle, key, epoch, RESULT));
  }

  private boolean happened(long epoch) {
    return jdbi.inTransaction(handle -> effects.happened(handle, key, epoch, RESULT));
  }

  private boolean failed(long epoch) {
    return jdbi.inTransaction(handle -> effects.failed(handle, key, epoch));
  }

  private Optional<Long> forsake(long epoch) {
    return jdbi.inTransaction(handle -> effects.forsake(handle, key, epoch));
  }

  private String state() {
    return query("select state || ' ' || epoch || ' ' || owner from effect");
  }

  private String query(String sql) {
    return jdbi.withHandle(handle -> handle.createQuery(sql).mapTo(String.class).one());
  }
}
