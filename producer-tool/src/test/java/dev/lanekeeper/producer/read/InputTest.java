package dev.lanekeeper.producer.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.check.LedgerCheck;
import dev.lanekeeper.producer.record.NumberFormat;
import dev.lanekeeper.program.ProgramException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where records come from: files, folders, standard input, plain or gzip, in any encoding. */
class InputTest {
  private static final String CSV =
      dev.lanekeeper.producer.LedgerFiles.HEADER + "create,Ä-1,t1,1,1,EUR,,,\n";
  private static final String JSONL =
      "{\"op\":\"create\",\"order_id\":\"B\",\"txn_id\":\"t\",\"amount\":1,\"currency\":\"EUR\"}\n";
  private static final String EVENT =
      "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"data\":"
          + JSONL.strip()
          + "}";

  @TempDir private Path folder = Path.of("");

  @Test
  void gzipOfEveryFormatIsRead() throws IOException {
    write("a.csv.gz", gzip(CSV));
    write("b.jsonl.gz", gzip(JSONL));
    write("c.json.gz", gzip("[" + JSONL + "]"));
    write("d.ndjson.gz", gzip(EVENT + "\n"));

    assertThat(check(List.of(folder), rules(null, UTF_8), "").records()).isEqualTo(4);
  }

  @Test
  void folderIsReadSortedByNameWithoutOtherFiles() throws IOException {
    write("2.jsonl", JSONL.getBytes(UTF_8));
    write("1.csv", CSV.getBytes(UTF_8));
    write("readme.txt", CSV.getBytes(UTF_8));

    assertThat(LedgerFiles.of(List.of(folder), rules(null, UTF_8), InputStream.nullInputStream()))
        .extracting(file -> file.name().getFileName().toString())
        .containsExactly("1.csv", "2.jsonl");
  }

  @Test
  void standardInputIsReadInTheFormatThatIsDeclared() throws IOException {
    assertThat(check(List.of(Path.of("-")), rules(InputFormat.CSV, UTF_8), CSV).records())
        .isEqualTo(1);
    assertThat(check(List.of(Path.of("-")), rules(InputFormat.CSV, UTF_8), "op\n").problems())
        .first()
        .asString()
        .startsWith("standard input: line 1: column");
    assertThatThrownBy(() -> check(List.of(Path.of("-")), rules(null, UTF_8), CSV))
        .isInstanceOf(ProgramException.class)
        .hasMessageContaining("--input-format");
  }

  @Test
  void standardInputIsReadAsOftenAsNeeded() throws IOException {
    byte[] input = CSV.concat("add,Ä-1,t2,2,1,EUR,,,\n".repeat(10_000)).getBytes(UTF_8);
    LedgerFile file =
        LedgerFiles.of(
                List.of(Path.of("-")),
                rules(InputFormat.CSV, UTF_8),
                new ByteArrayInputStream(input))
            .get(0);

    assertThat(file.path()).isEmpty();
    try (InputStream first = file.bytes();
        InputStream second = file.bytes()) {
      assertThat(first.readNBytes(5)).isEqualTo(Arrays.copyOf(input, 5));
      assertThat(second.readAllBytes()).isEqualTo(input);
      assertThat(first.readAllBytes()).hasSize(input.length - 5);
      assertThat(first.read()).isEqualTo(-1);
    }
  }

  @DisplayName("Standard input may be gzip")
  @Test
  void standardInputMayBeGzip() throws IOException {
    InputStream input = new ByteArrayInputStream(gzip(CSV));

    CheckResult check =
        LedgerCheck.of(LedgerFiles.of(List.of(Path.of("-")), rules(InputFormat.CSV, UTF_8), input));

    assertThat(check.problems()).isEmpty();
    assertThat(check.records()).isEqualTo(1);
  }

  @DisplayName("UTF-16 is read when it is declared, with either byte order and its mark or none")
  @Test
  void utf16IsReadWhenItIsDeclared() throws IOException {
    write("a.csv", CSV.getBytes(StandardCharsets.UTF_16)); // Big-endian with a mark.
    write("b.csv", ("\uFEFF" + CSV.replace("Ä-1", "B")).getBytes(StandardCharsets.UTF_16LE));
    write("c.csv", CSV.replace("Ä-1", "C").getBytes(StandardCharsets.UTF_16BE));

    CheckResult check = check(List.of(folder), rules(null, StandardCharsets.UTF_16), "");

    assertThat(check.problems()).isEmpty();
    assertThat(check.orders()).isEqualTo(3);
  }

  @Test
  void cloudEventStandsAloneInABatchOrOnALine() throws IOException {
    write("a.json", EVENT.getBytes(UTF_8));
    write("b.json", ("[" + EVENT + "," + EVENT + "]").getBytes(UTF_8));
    write("c.jsonl", (EVENT + "\n").getBytes(UTF_8));

    CheckResult check = check(List.of(folder), rules(null, UTF_8), "");

    assertThat(check.problems()).isEmpty();
    assertThat(check.records()).isEqualTo(4);
  }

  @Test
  void encodedDataIsDecodedStrictly() throws IOException {
    byte[] data =
        JSONL.strip().replace("\"B\"", "\"B\u00e9\"").getBytes(StandardCharsets.ISO_8859_1);
    write(
        "c.jsonl",
        ("\n" + EVENT.replaceAll("\"data\".*", "\"data_base64\":\"%s\"}\n"))
            .formatted(Base64.getEncoder().encodeToString(data))
            .getBytes(UTF_8));

    assertThat(check(List.of(folder), rules(null, UTF_8), "").problems())
        .singleElement()
        .asString()
        .endsWith(
            "c.jsonl: line 2: CloudEvent whose data_base64 is not UTF-8: byte 29 of what"
                + " it encodes; encode UTF-8");
  }

  @Test
  void gzipOfSeveralMembersIsReadToItsEnd() throws IOException {
    String rest = "add,Ä-1,t2,2,1,EUR,,,\n".repeat(20_000);
    write("a.csv.gz", joined(gzip(CSV), gzip(""), gzip(rest), gzip("")));

    assertThat(check(List.of(folder), rules(null, UTF_8), "").records()).isEqualTo(20_001);
  }

  /**
   * GZIPInputStream takes what follows a whole member, and begins with anything else, for nothing.
   */
  @Test
  void gzipThatIsDamagedOrCutOffIsRefused() throws IOException {
    byte[] first = gzip(CSV);
    byte[] second = gzip("add,Ä-1,t2,2,1,EUR,,,\n");
    byte[] otherHeader = second.clone();
    otherHeader[1] = 0;
    byte[] otherMethod = second.clone();
    otherMethod[2] = 7;
    byte[] otherSum = second.clone();
    otherSum[second.length - 8] ^= 1;

    assertDamaged(joined(first, otherHeader), "no gzip member begins at byte");
    assertDamaged(joined(first, otherMethod), "no gzip member begins at byte");
    assertDamaged(joined(first, new byte[] {0}), "no gzip member begins at byte");
    assertDamaged(joined(first, otherSum), "its checksum is wrong");
    assertDamaged(joined(first, Arrays.copyOf(second, 5)), "it ends too early");
    for (int length = 3; length < first.length; length++) {
      assertDamaged(Arrays.copyOf(first, length), "it ends too early");
    }
  }

  private void assertDamaged(byte[] bytes, String problem) throws IOException {
    write("a.csv.gz", bytes);
    assertThatThrownBy(() -> check(List.of(folder), rules(null, UTF_8), ""))
        .isInstanceOfSatisfying(
            ProgramException.class, failure -> assertThat(failure.exitCode().code()).isEqualTo(65))
        .hasMessageContaining("a.csv.gz: damaged gzip: " + problem)
        .hasMessageEndingWith("; copy or compress the file again");
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }

  @Test
  void otherEncodingsAreDeclaredAndDecodedStrictly() throws IOException {
    write("l.csv", CSV.getBytes(StandardCharsets.ISO_8859_1));

    assertThat(check(List.of(folder), rules(null, StandardCharsets.ISO_8859_1), "").problems())
        .isEmpty();
    assertThat(check(List.of(folder), rules(null, StandardCharsets.US_ASCII), "").problems())
        .first()
        .asString()
        .contains("is not US-ASCII");
  }

  @Test
  void jsonBehindTheArrayOrWithoutEndIsRefused() throws IOException {
    write("a.json", ("[" + JSONL + "]" + JSONL).getBytes(UTF_8));
    write("b.json", ("[" + JSONL).getBytes(UTF_8));

    assertThat(check(List.of(folder), rules(null, UTF_8), "").problems())
        .satisfiesExactly(
            first -> assertThat(first).contains("text behind the JSON"),
            second -> assertThat(second).contains("the JSON has no end"));
  }

  private static CheckResult check(List<Path> paths, ReadingRules rules, String input) {
    InputStream stream = new ByteArrayInputStream(input.getBytes(UTF_8));
    return LedgerCheck.of(LedgerFiles.of(paths, rules, stream));
  }

  private static ReadingRules rules(@Nullable InputFormat format, Charset encoding) {
    return new ReadingRules(encoding, Optional.ofNullable(format), NumberFormat.DOT);
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private void write(String name, byte[] bytes) throws IOException {
    Files.write(folder.resolve(name), bytes);
  }
}
