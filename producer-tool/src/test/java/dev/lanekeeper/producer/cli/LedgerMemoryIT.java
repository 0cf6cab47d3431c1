package dev.lanekeeper.producer.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.producer.LedgerFiles;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A ledger's records take no memory, however many they are: the jar with a small heap. */
class LedgerMemoryIT {
  private static final long GIGABYTE = 1_000_000_000;

  @TempDir private Path folder = Path.of("");

  /**
   * Without records it needs 16 MB. 16 bytes for each record, in arrays that double, would take
   * more than the rest, and so would 72 bytes for each that is to be compared.
   */
  @Test
  void repeatAtTheEndOfALongLedgerIsFoundInASmallHeap() throws Exception {
    int records = 600_000;
    Path file = folder.resolve("long.csv");
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      writer.write(LedgerFiles.HEADER);
      for (int i = 1; i <= records; i++) {
        writer.write("add,A,t" + i + "," + i + ",1,EUR,,,\n");
      }
      writer.write("add,A,t7,7,2,EUR,,,\n");
    }

    Run run = validate("-Xmx32m", file);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(65);
    assertThat(run.out())
        .isEqualTo(
            file
                + ": line "
                + (records + 2)
                + ": order 'A' has another record with seq 7 and other content; number one of"
                + " them anew\n");
  }

  /** Opt-in, since it takes a minute or more for each gigabyte: {@code -Dledger.gigabytes=10}. */
  @Test
  @EnabledIfSystemProperty(named = "ledger.gigabytes", matches = "\\d+")
  void gigabytesAreCheckedIn256Megabytes() throws Exception {
    long bytes = Long.getLong("ledger.gigabytes") * GIGABYTE;
    Path file = folder.resolve("huge.csv");
    int orders = 100_000;
    long records = 0;
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      writer.write(LedgerFiles.HEADER);
      for (long written = 0; written < bytes; records++) {
        long sequence = records / orders + 1;
        String row =
            "add,ORD-%06d,txn-%d,%d,1234.56,EUR,2026-11-30T08:00:00Z,a note of thirty characters...,%n"
                .formatted(records % orders, sequence, sequence);
        writer.write(row);
        written += row.length();
      }
    }

    Run run = validate("-Xmx256m", file);
    assertThat(run.out() + run.err())
        .isEqualTo("%d records of %d orders, no problem\n".formatted(records, orders));
  }

  private Run validate(String heap, Path file) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(heap, "-Djava.io.tmpdir=" + folder, "-jar"));
    command.add(requireNonNull(System.getProperty("producer-tool.jar"), "set by the build"));
    command.addAll(List.of("validate", file.toString()));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("LANEKEEPER_"));
    Process process = builder.start();
    try {
      assertThat(process.waitFor(1, TimeUnit.HOURS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Run(process.exitValue(), Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }

  private record Run(int exitCode, String out, String err) {}
}
