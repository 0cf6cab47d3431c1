package dev.lanekeeper.producer.relay;

import static dev.lanekeeper.producer.relay.TestOutbox.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** One relay at a time, on every database. */
@ParameterizedClass
@EnumSource(Engine.class)
@Timeout(120)
class RelayLeaseTest {
  private final TestOutbox outbox;
  private final RelayLease first = lease("first");
  private final RelayLease second = lease("second");

  RelayLeaseTest(Engine engine) {
    outbox = new TestOutbox(engine);
  }

  @AfterEach
  void close() {
    outbox.close();
  }

  @Test
  void oneRelayIsActiveAndAnotherTakesOverWhenItIsSilent() {
    assertThat(take(first)).isEqualTo(new Claim.Held(1));
    assertThat(take(second)).isEqualTo(new Claim.Anothers());
    assertThat(take(first)).isEqualTo(new Claim.Held(1));
    outbox.execute("update outbox_relay set held_until = current_timestamp");
    assertThat(take(second)).isEqualTo(new Claim.Held(2));
    assertThat(take(first)).isEqualTo(new Claim.Anothers());
    outbox.jdbi().useHandle(handle -> second.release(handle, 2));
    assertThat(take(first)).isEqualTo(new Claim.Held(3));
  }

  @Test
  void whoWaitsOnlyLooksSoThatTheActiveOneFindsItsLeaseFree() {
    take(first);
    try (Handle looking = outbox.elsewhere().open()) {
      looking.begin();
      assertThat(second.take(looking)).isEqualTo(new Claim.Anothers());

      assertThat(take(first)).isEqualTo(new Claim.Held(1));
      looking.rollback();
    }
  }

  @Test
  void leaseThatSomebodyHasLockedIsNotLostYet() {
    take(first);
    try (Handle frozen = outbox.elsewhere().open()) {
      frozen.begin();
      assertThat(first.take(frozen)).isEqualTo(new Claim.Held(1));

      assertThat(take(first)).isEqualTo(new Claim.Unclear());
      assertThat(take(second)).isEqualTo(new Claim.Anothers());
      frozen.rollback();
    }
    assertThat(take(first)).isEqualTo(new Claim.Held(1));
  }

  @Test
  void leaseIsLostWhenTheOneWhoTakesOverHasCommitted() {
    take(first);
    outbox.execute("update outbox_relay set held_until = current_timestamp");
    try (Handle taking = outbox.elsewhere().open()) {
      taking.begin();
      assertThat(second.take(taking)).isEqualTo(new Claim.Held(2));

      assertThat(take(first)).isEqualTo(new Claim.Unclear());
      taking.commit();
    }
    assertThat(take(first)).isEqualTo(new Claim.Anothers());
  }

  @Test
  void ofManyThatTakeOverAtOnceOneSucceeds() throws Exception {
    List<Callable<Claim>> takers =
        IntStream.range(0, 8)
            .<Callable<Claim>>mapToObj(number -> () -> take(lease("holder-" + number)))
            .toList();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    int winners = 0;
    try {
      for (Future<Claim> taken : threads.invokeAll(takers)) {
        winners += taken.get() instanceof Claim.Held ? 1 : 0;
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(winners).isEqualTo(1);
  }

  private static RelayLease lease(String holder) {
    return new RelayLease(TOPIC, holder, Duration.ofHours(1));
  }

  private Claim take(RelayLease lease) {
    return outbox.jdbi().<Claim, RuntimeException>withHandle(lease::take);
  }
}
