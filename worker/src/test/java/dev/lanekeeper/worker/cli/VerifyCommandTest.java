package dev.lanekeeper.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code verify} refuses before it looks into a database. */
class VerifyCommandTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void receiptsAreNotOverwrittenWithDetails() throws IOException {
    Path receipts = Files.writeString(folder.resolve("sent.jsonl"), "a receipt\n");
    Path link = Files.createSymbolicLink(folder.resolve("link"), receipts);

    for (Path same : new Path[] {receipts, link}) {
      Run run = run("--receipts", receipts, "--details", same);
      assertThat(run.exitCode()).isEqualTo(64);
      assertThat(run.err())
          .isEqualTo(
              "error: --details %s is --receipts too, and would be overwritten; name another file\n"
                  .formatted(same));
    }
    assertThat(run("--ledger", receipts, "--details", link).exitCode()).isEqualTo(64);
    assertThat(receipts).hasContent("a receipt\n");
  }

  @Test
  void detailsAreNotPutIntoAFolderOfLedgers() throws IOException {
    Path ledgers = Files.createDirectory(folder.resolve("ledgers"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), ledgers);

    for (Path inside :
        new Path[] {
          ledgers, ledgers.resolve("new.jsonl"), link.resolve("x"), ledgers.resolve("../link/y")
        }) {
      Run run = run("--ledger", ledgers, "--details", inside);
      assertThat(run.exitCode()).isEqualTo(64);
      assertThat(run.err())
          .isEqualTo(
              "error: --details %s is in --ledger %s, which is read whole; name a file elsewhere\n"
                  .formatted(inside, ledgers));
    }
    assertThat(ledgers).isEmptyDirectory();
    assertThat(run("--ledger", link, "--details", ledgers.resolve("x")).exitCode()).isEqualTo(64);
  }

  @Test
  void emptyReceiptsProveNothing() throws IOException {
    Path receipts = Files.createFile(folder.resolve("sent.jsonl"));

    Run run = run("--receipts", receipts, "--details", folder.resolve("details"));

    assertThat(run.exitCode()).isEqualTo(65);
    assertThat(run.err())
        .startsWith("error: " + receipts + ": nothing was sent according to it; name the file");
    assertThat(folder.resolve("details")).doesNotExist();
  }

  private static Run run(Object... options) {
    String[] line = new String[options.length + 1];
    line[0] = "verify";
    for (int i = 0; i < options.length; i++) {
      line[i + 1] = options[i].toString();
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        new Program(Map.of(), new PrintWriter(out), new PrintWriter(err))
            .run(WorkerCommand.line((message, handle) -> Optional.empty()), line);
    return new Run(code, err.toString());
  }

  private record Run(int exitCode, String err) {}
}
