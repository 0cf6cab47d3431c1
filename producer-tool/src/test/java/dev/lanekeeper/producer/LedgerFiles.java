package dev.lanekeeper.producer;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.check.CheckedRecords;
import dev.lanekeeper.producer.check.LedgerCheck;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.message.RecordMessages;
import dev.lanekeeper.producer.read.LedgerFile;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Ledger files for tests, and what comes of them. */
public final class LedgerFiles {
  /** A header with all columns. */
  public static final String HEADER =
      "op,order_id,txn_id,seq,amount,currency,occurred_at,note,last\n";

  private LedgerFiles() {}

  /** A file of the public cases. */
  public static Path ofCase(String name) {
    URL resource = Objects.requireNonNull(LedgerFiles.class.getResource("/cases/" + name), name);
    try {
      return Path.of(resource.toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  public static Path write(Path folder, String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  public static CheckResult check(Path... files) {
    return LedgerCheck.of(List.of(files).stream().map(LedgerFile::new).toList());
  }

  /** Checks files that hold every order from its first record on. */
  public static CheckResult checkWholeOrders(Path... files) {
    return LedgerCheck.of(
        List.of(files).stream().map(LedgerFile::new).toList(), true, problem -> {});
  }

  /** The problems of one file, each without the file's name. */
  public static List<String> problems(Path file) {
    return problems(file, check(file));
  }

  /** The problems that were found in one file, each without the file's name. */
  public static List<String> problems(Path file, CheckResult check) {
    return check.problems().stream().map(problem -> problem.replace(file + ": ", "")).toList();
  }

  /** The messages of files in which no problem is. */
  public static List<LedgerMessage> messages(Path... files) {
    CheckResult check = check(files);
    if (!check.isClean()) {
      throw new AssertionError(String.join("\n", check.problems()));
    }
    List<LedgerMessage> messages = new ArrayList<>();
    CheckedRecords.forEach(
        check.files(),
        (position, record, sequence) -> {
          messages.add(RecordMessages.of(record, sequence));
          return true;
        });
    return messages;
  }
}
