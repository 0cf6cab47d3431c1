package dev.lanekeeper.benchmark.piece;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.inbox.ShortCut;
import dev.lanekeeper.worker.lane.Delivered;
import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.message.DedupKeyRule;
import dev.lanekeeper.worker.process.CautiousStart;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.OnUnknownEffect;
import dev.lanekeeper.worker.process.Processing;
import dev.lanekeeper.worker.process.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Jdbi;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A message's way through its lane and a thread of the handlers, and back, without what is done
 * there: the messages are not ours any more when their turn comes. Of 256 messages of 64 groups
 * that are submitted together.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LanePiece {
  private static final String GROUP = "ledger-worker";
  private static final int THREADS = 16;
  private static final int MESSAGES = 256;

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(THREADS, THREADS, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final List<Delivered> messages =
      IntStream.range(0, MESSAGES)
          .mapToObj(i -> new Delivered(Samples.message("order-" + i), () -> false))
          .toList();
  private final LaneScheduler lanes =
      new LaneScheduler(
          GROUP,
          processing(),
          new CautiousStart(System::nanoTime, Duration.ZERO),
          threads,
          timer,
          System::nanoTime,
          failure -> {});

  private static Processing processing() {
    return Processing.of(
        Jdbi.create("jdbc:h2:mem:never-opened"),
        ShortCut.of(Engine.H2, FirstSequence.ONE),
        new Decoder(GROUP, new DedupKeyRule.CloudEvent()),
        (message, handle) -> Optional.empty(),
        new Processing.Rules(
            GROUP,
            FirstSequence.ONE,
            OnExhausted.PARK,
            OnUnknownEffect.AUTO,
            new RetryPolicy(5, Duration.ofMillis(1), Duration.ofMillis(10), Duration.ofSeconds(60)),
            10,
            1,
            Duration.ofMinutes(10)),
        new SilentListener());
  }

  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public int handOff() {
    lanes.submit(messages).forEach(CompletableFuture::join);
    return lanes.lanes();
  }

  @TearDown
  public void stop() {
    threads.shutdownNow();
    timer.shutdownNow();
  }
}
