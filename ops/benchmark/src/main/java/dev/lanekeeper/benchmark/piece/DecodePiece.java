package dev.lanekeeper.benchmark.piece;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.message.DedupKeyRule;
import dev.lanekeeper.worker.message.RawMessage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** From a delivered message to one that a handler gets: attributes checked, dedup key made. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DecodePiece {
  private final Decoder decoder = new Decoder("ledger-worker", new DedupKeyRule.CloudEvent());
  private final RawMessage raw = Samples.message("order-1");

  @Benchmark
  public Message decode() {
    return decoder.decode(raw);
  }
}
