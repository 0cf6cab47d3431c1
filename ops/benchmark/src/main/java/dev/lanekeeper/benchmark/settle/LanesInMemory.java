package dev.lanekeeper.benchmark.settle;

import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.inbox.ShortCut;
import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.message.DedupKeyRule;
import dev.lanekeeper.worker.process.CautiousStart;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.OnUnknownEffect;
import dev.lanekeeper.worker.process.Processing;
import dev.lanekeeper.worker.process.RetryPolicy;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Jdbi;

/**
 * A worker's lanes and what stands behind them, without a broker before them. Thread-safe.
 *
 * @param scheduler takes messages from memory
 */
public record LanesInMemory(
    LaneScheduler scheduler, ThreadPoolExecutor threads, ScheduledExecutorService timer)
    implements AutoCloseable {

  /** The consumer group that messages are settled for. */
  public static final String CONSUMER_GROUP = "ledger-worker";

  private static final int MAX_HELD = 10;

  /**
   * Starts them, as a worker older than its cautious start has them.
   *
   * @param threads how many handlers run at once
   * @param messagesPerTransaction how many messages share one at most
   */
  public static LanesInMemory start(
      Jdbi jdbi, Engine engine, MessageHandler handler, int threads, int messagesPerTransaction) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    return new LanesInMemory(
        new LaneScheduler(
            CONSUMER_GROUP,
            processing(jdbi, engine, handler, messagesPerTransaction),
            new CautiousStart(System::nanoTime, Duration.ZERO),
            pool,
            timer,
            System::nanoTime,
            failure -> {}),
        pool,
        timer);
  }

  private static Processing processing(
      Jdbi jdbi, Engine engine, MessageHandler handler, int messagesPerTransaction) {
    return Processing.of(
        jdbi,
        ShortCut.of(engine, FirstSequence.ONE),
        new Decoder(CONSUMER_GROUP, new DedupKeyRule.CloudEvent()),
        handler,
        new Processing.Rules(
            CONSUMER_GROUP,
            FirstSequence.ONE,
            OnExhausted.PARK,
            OnUnknownEffect.AUTO,
            new RetryPolicy(5, Duration.ofMillis(1), Duration.ofMillis(10), Duration.ofSeconds(60)),
            MAX_HELD,
            messagesPerTransaction,
            Duration.ofMinutes(10)),
        new SilentListener());
  }

  @Override
  public void close() {
    threads.shutdownNow();
    timer.shutdownNow();
  }
}
