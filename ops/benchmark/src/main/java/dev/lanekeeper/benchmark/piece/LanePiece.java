package dev.lanekeeper.benchmark.piece;

import dev.lanekeeper.benchmark.settle.LanesInMemory;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.lane.Delivered;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
  private static final int THREADS = 16;
  private static final int MESSAGES = 256;

  private final LanesInMemory lanes =
      LanesInMemory.start(
          Jdbi.create("jdbc:h2:mem:never-opened"),
          Engine.H2,
          (message, handle) -> Optional.empty(),
          THREADS,
          1);
  private final List<Delivered> messages =
      IntStream.range(0, MESSAGES)
          .mapToObj(i -> new Delivered(Samples.message("order-" + i), () -> false))
          .toList();

  @Benchmark
  @OperationsPerInvocation(MESSAGES)
  public int handOff() {
    lanes.scheduler().submit(messages).forEach(CompletableFuture::join);
    return lanes.scheduler().lanes();
  }

  @TearDown
  public void stop() {
    lanes.close();
  }
}
