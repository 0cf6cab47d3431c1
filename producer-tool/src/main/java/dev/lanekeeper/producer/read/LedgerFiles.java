package dev.lanekeeper.producer.read;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds the files that a command line names. Stateless. */
public final class LedgerFiles {
  private static final Path STANDARD_INPUT = Path.of("-");

  private LedgerFiles() {}

  /**
   * Gives a file for each path; for a folder those in it whose names tell a format, sorted by name;
   * for {@code -} standard input, all of which is taken first, since all is read twice.
   *
   * @throws ProgramException when a folder has no such file, or reading fails
   */
  public static List<LedgerFile> of(List<Path> paths, ReadingRules rules, InputStream input) {
    List<LedgerFile> files = new ArrayList<>();
    for (Path path : paths) {
      if (path.equals(STANDARD_INPUT)) {
        files.add(spooled(rules, input));
      } else if (Files.isDirectory(path)) {
        files.addAll(inFolder(path, rules));
      } else {
        files.add(new LedgerFile(path, rules));
      }
    }
    return files;
  }

  private static List<LedgerFile> inFolder(Path folder, ReadingRules rules) {
    try (Stream<Path> content = Files.list(folder)) {
      List<LedgerFile> files =
          content
              .filter(file -> Files.isRegularFile(file) && LedgerFile.isNamedAsOne(file))
              .sorted()
              .map(file -> new LedgerFile(file, rules))
              .toList();
      if (files.isEmpty()) {
        throw new ProgramException(
            ExitCode.DATA, folder + ": no ledger file in this folder; name them .csv or .jsonl");
      }
      return files;
    } catch (IOException failure) {
      throw new ProgramException(
          ExitCode.IO, folder + ": cannot be read: " + failure.getMessage(), failure);
    }
  }

  private static LedgerFile spooled(ReadingRules rules, InputStream input) {
    if (rules.format().isEmpty()) {
      throw new ProgramException(
          ExitCode.USAGE,
          "-: standard input has no name that tells its format; add --input-format");
    }
    try {
      return LedgerFile.ofStandardInput(Spool.of(input), rules);
    } catch (IOException failure) {
      throw new ProgramException(
          ExitCode.IO,
          "cannot keep standard input in "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + failure.getMessage()
              + "; free space there, or name another folder with java -Djava.io.tmpdir=FOLDER",
          failure);
    }
  }
}
