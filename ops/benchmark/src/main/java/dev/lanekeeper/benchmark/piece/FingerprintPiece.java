package dev.lanekeeper.benchmark.piece;

import dev.lanekeeper.api.Fingerprint;
import dev.lanekeeper.api.MessageAttributes;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The fingerprint of one ledger record's body: canonical JSON, then SHA-256. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FingerprintPiece {
  private final byte[] body = Samples.body("order-1");

  @Benchmark
  public Fingerprint fingerprint() {
    return Fingerprint.of(MessageAttributes.JSON, body);
  }
}
