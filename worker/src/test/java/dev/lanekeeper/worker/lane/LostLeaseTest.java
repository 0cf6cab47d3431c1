package dev.lanekeeper.worker.lane;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.process.CautiousStart;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A lease that ends while the pass waits for the group's row, which somebody else has. */
@ParameterizedClass
@EnumSource(Engine.class)
class LostLeaseTest {
  private static final Duration YOUNG = Duration.ofMinutes(5);
  private static final Duration OLD = Duration.ofMinutes(-1);

  private final ProcessingFixture fixture;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final List<Throwable> fatal = new ArrayList<>();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final AtomicBoolean ours = new AtomicBoolean(true);

  LostLeaseTest(Engine engine) {
    fixture = new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ONE);
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    timer.shutdownNow();
    fixture.close();
    assertThat(fatal).isEmpty();
  }

  @Test
  void handlerDoesNotStartAndTheMessageIsAppliedWhenItComesAgain() throws Exception {
    assertNotStartedAndAppliedLater(OLD);
  }

  @Test
  void attemptThatIsOnRecordAlreadyIsNotCharged() throws Exception {
    assertNotStartedAndAppliedLater(YOUNG);
  }

  private void assertNotStartedAndAppliedLater(Duration youth) throws Exception {
    LaneScheduler lanes = lanes(youth);
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    CompletableFuture<Outcome> outcome =
        fixture
            .database()
            .jdbi()
            .inTransaction(
                holder -> {
                  holder.execute("update message_group set held_count = 0 where name = 'A'");
                  CompletableFuture<Outcome> waiting =
                      lanes.submit(new Delivered(sequenced("A", 2), this::isOurs));
                  assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
                  ours.set(false);
                  return waiting;
                });

    assertThat(outcome.get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Nothing.class);
    assertThat(fixture.runs()).isEqualTo(1);
    assertThat(fixture.effects("A")).containsExactly("1");
    assertThat(fixture.failures()).isEmpty();
    fixture.processing().debts().settle();
    assertThat(fixture.query("select started from attempt where started > 0")).isEmpty();

    assertThat(lanes.submit(new Delivered(sequenced("A", 2), () -> true)).get(30, TimeUnit.SECONDS))
        .isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.effects("A")).containsExactly("1", "2");
    assertThat(fixture.query("select attempts from inbox where sequence = 2")).containsExactly("1");
  }

  /** It is when the pass begins, and is not any more once that waits for the row. */
  private boolean isOurs() {
    boolean answer = ours.get();
    asked.countDown();
    return answer;
  }

  private LaneScheduler lanes(Duration youth) {
    return new LaneScheduler(
        ProcessingFixture.CONSUMER_GROUP,
        fixture.processing(),
        new CautiousStart(System::nanoTime, youth),
        threads,
        timer,
        System::nanoTime,
        fatal::add);
  }
}
