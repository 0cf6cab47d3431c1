package dev.lanekeeper.benchmark.piece;

import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.producer.read.Reading;
import dev.lanekeeper.producer.read.RecordReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** A record of a CSV file of 10,000: read, split, and its values checked. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CsvPiece {
  private static final int RECORDS = 10_000;

  private Path file = Path.of("");

  @Setup
  public void write() throws IOException {
    StringBuilder csv =
        new StringBuilder("op,order_id,txn_id,seq,amount,currency,occurred_at,note,last\n");
    for (int i = 1; i <= RECORDS; i++) {
      csv.append("add,order-%d,t%d,%d,".formatted(i % 100, i, i));
      csv.append("1234.56,EUR,2026-01-01T08:00:00Z,\"second delivery, back door\",\n");
    }
    file = Files.writeString(Files.createTempFile("lanekeeper-benchmark", ".csv"), csv);
  }

  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public void read(Blackhole records) throws IOException {
    LedgerFile ledger = new LedgerFile(file);
    try (RecordReader reader = ledger.open()) {
      Optional<Reading> next = reader.next();
      while (next.isPresent()) {
        if (next.get() instanceof Reading.Found found) {
          records.consume(ledger.parse(found.record()));
        }
        next = reader.next();
      }
    }
  }

  @TearDown
  public void remove() throws IOException {
    Files.delete(file);
  }
}
