package dev.lanekeeper.producer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.producer.LedgerFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code replay} writes nothing over what it reads, and no file twice. */
class FilesApartTest {
  private static final String CONTENT = LedgerFiles.HEADER + "create,A,t1,1,1,EUR,,,\n";

  @TempDir private Path folder = Path.of("");

  @Test
  void fileThatIsReadIsNeverWritten() throws IOException {
    Path file = LedgerFiles.write(folder, "l.csv", CONTENT);
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    Path hard = Files.createLink(folder.resolve("hard"), file);
    Path sideways = folder.resolve("..").resolve(folder.getFileName()).resolve("l.csv");

    for (Path same : List.of(file, link, hard, sideways)) {
      for (String option : List.of("--receipts", "--checkpoint")) {
        RunOfTool run = RunOfTool.of("replay", "--dry-run", option, same, file);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(64);
        assertThat(run.err())
            .isEqualTo(
                "error: %s %s is a ledger file too, and would be overwritten; name another file\n"
                    .formatted(option, same));
        assertThat(file).hasContent(CONTENT);
      }
    }
  }

  @Test
  void receiptsAndCheckpointAreTwoFiles() throws IOException {
    Path file = LedgerFiles.write(folder, "l.csv", CONTENT);
    Path both = folder.resolve("l.csv.ledger.checkpoint");

    for (RunOfTool run :
        List.of(
            RunOfTool.of("replay", "--receipts", both, file),
            RunOfTool.of("replay", "--checkpoint", file + ".c", "--receipts", file + ".c", file))) {
      assertThat(run.exitCode()).as(run.err()).isEqualTo(64);
      assertThat(run.err()).contains("is the checkpoint too");
    }
    assertThat(both).doesNotExist();
  }

  @Test
  void fileBesideTheCheckpointIsNoneOfTheOthers() throws IOException {
    Path ledger = LedgerFiles.write(folder, "l.new", CONTENT);
    Path checkpoint = folder.resolve("l");

    RunOfTool read =
        RunOfTool.of("replay", "--input-format", "csv", "--checkpoint", checkpoint, ledger);
    assertThat(read.exitCode()).as(read.err()).isEqualTo(64);
    assertThat(read.err()).contains("--checkpoint " + ledger + " is a ledger file too");
    assertThat(ledger).hasContent(CONTENT);

    Path other = LedgerFiles.write(folder, "l.csv", CONTENT);
    RunOfTool written =
        RunOfTool.of("replay", "--checkpoint", checkpoint, "--receipts", ledger, other);
    assertThat(written.exitCode()).as(written.err()).isEqualTo(64);
    assertThat(written.err()).contains("--receipts " + ledger + " is the checkpoint too");
  }

  @Test
  void nothingIsWrittenIntoAFolderThatTheNextRunWouldReadThere() throws IOException {
    LedgerFiles.write(folder, "l.csv", CONTENT);

    for (Path inside :
        List.of(
            folder.resolve("sent.jsonl"),
            folder.resolve("../").resolve(folder.getFileName()).resolve("s.json"))) {
      for (String option : List.of("--receipts", "--checkpoint")) {
        RunOfTool run = RunOfTool.of("replay", "--dry-run", option, inside, folder);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(64);
        assertThat(run.err())
            .isEqualTo(
                "error: %s %s is in the ledger folder %s, which is read whole; name a file elsewhere\n"
                    .formatted(option, inside, folder));
      }
    }
    Path other = folder.resolve("sent.receipts");
    assertThat(RunOfTool.of("replay", "--dry-run", "--receipts", other, folder).exitCode())
        .isZero();
    assertThat(RunOfTool.of("replay", "--dry-run", "--receipts", other, folder).out())
        .startsWith("records       1\n");
  }
}
