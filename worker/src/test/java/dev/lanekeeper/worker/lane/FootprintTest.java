package dev.lanekeeper.worker.lane;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.process.CautiousStart;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What a message and a group cost, by counts that no clock and no other process changes (design.md,
 * "Targets": memory flat, whatever the number of groups).
 */
class FootprintTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int THREADS = 4;
  private static final int GROUPS = 2_000;

  /** Bytes, less than the smallest lane; measured were 5. */
  private static final int LEFT_OF_A_GROUP = 64;

  /** Measured were 27,900 (JDK 17), those of the PostgreSQL driver and of the handler included. */
  private static final int BYTES_OF_A_MESSAGE = 42_000;

  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.POSTGRESQL, OnExhausted.PARK, FirstSequence.ONE);
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(THREADS, THREADS, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final LaneScheduler lanes =
      new LaneScheduler(
          ProcessingFixture.CONSUMER_GROUP,
          fixture.processing(),
          new CautiousStart(System::nanoTime, Duration.ofMinutes(-1)),
          threads,
          timer,
          System::nanoTime,
          failure -> {});

  @AfterEach
  void close() {
    threads.shutdownNow();
    timer.shutdownNow();
    fixture.close();
  }

  @Test
  @DisplayName("of a group without work here nothing is left: no lane, no thread, no memory")
  void idleGroupsCostNothing() {
    pass("warm", GROUPS / 4);
    int threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();
    long memoryBefore = settledMemory();
    pass("group", GROUPS);
    assertThat(lanes.lanes()).isZero();
    assertThat(ManagementFactory.getThreadMXBean().getThreadCount())
        .isLessThanOrEqualTo(threadsBefore + 2); // Of the JVM and the pool, not of groups.
    await()
        .atMost(LONG)
        .untilAsserted(
            () -> assertThat(memory() - memoryBefore).isLessThan(GROUPS * LEFT_OF_A_GROUP));
  }

  @Test
  @DisplayName("a message on the happy path allocates a bounded number of bytes")
  void bytesOfAMessage() {
    int messages = 300;
    IntStream.rangeClosed(1, messages).forEach(sequence -> apply(sequenced("W", sequence)));
    ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = bean.getCurrentThreadAllocatedBytes();
    IntStream.rangeClosed(1, messages).forEach(sequence -> apply(sequenced("A", sequence)));
    long bytes = bean.getCurrentThreadAllocatedBytes() - before;
    assertThat(bytes / messages).isLessThan(BYTES_OF_A_MESSAGE);
  }

  private void apply(RawMessage message) {
    assertThat(fixture.process(message)).isInstanceOf(Outcome.Applied.class);
  }

  /** One message of each of so many groups passes the lanes. */
  private void pass(String name, int groups) {
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < groups; i++) {
      outcomes.add(lanes.submit(new Delivered(sequenced(name + i, 1), () -> true)));
    }
    assertThat(outcomes)
        .allSatisfy(
            outcome ->
                assertThat(outcome.get(LONG.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(Outcome.Applied.class));
    await().atMost(LONG).until(() -> lanes.lanes() == 0);
  }

  /** What earlier tests have left goes in more than one collection. */
  private static long settledMemory() {
    long before = memory();
    long after = memory();
    while (after < before) {
      before = after;
      after = memory();
    }
    return after;
  }

  /** Bytes that are reachable. */
  private static long memory() {
    MemoryMXBean bean = ManagementFactory.getMemoryMXBean();
    bean.gc();
    return bean.getHeapMemoryUsage().getUsed();
  }
}
