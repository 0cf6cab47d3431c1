package dev.lanekeeper.worker.cli;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.output.OutputFormat;
import dev.lanekeeper.worker.verify.Finding;
import dev.lanekeeper.worker.verify.Finding.Kind;
import dev.lanekeeper.worker.verify.Tally;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What 'verify' tells: a summary with the first findings, and a file with all. For one thread. */
final class VerifyReport implements AutoCloseable {
  /** Findings of the summary. */
  private static final int SHOWN = 20;

  private final @Nullable Path path;
  private final Optional<BufferedWriter> details;
  private final List<Finding> first = new ArrayList<>();
  private long number;

  private VerifyReport(@Nullable Path path, Optional<BufferedWriter> details) {
    this.path = path;
    this.details = details;
  }

  /**
   * Begins.
   *
   * @param details where every finding goes; null for nowhere
   */
  static VerifyReport open(@Nullable Path details) {
    try {
      return new VerifyReport(
          details,
          details == null ? Optional.empty() : Optional.of(Files.newBufferedWriter(details)));
    } catch (IOException failure) {
      throw unwritable(details, failure);
    }
  }

  void take(Finding finding) {
    number++;
    if (first.size() < SHOWN) {
      first.add(finding);
    }
    if (details.isPresent()) {
      try {
        details.get().append(finding.json().toString()).append('\n');
      } catch (IOException failure) {
        throw unwritable(path, failure);
      }
    }
  }

  /**
   * Prints the summary.
   *
   * @param leftOut what was not to be sent, and so was not compared
   */
  void print(Tally tally, LeftOutOrders leftOut, PrintWriter out, OutputFormat format) {
    switch (format) {
      case TABLE -> {
        text(tally, out);
        leftOut.print(out);
      }
      case JSON -> {
        ObjectNode json = json(tally);
        json.put("left_out", leftOut.records());
        leftOut.addTo(json.putArray("left_out_orders"));
        out.println(json);
      }
    }
  }

  private void text(Tally tally, PrintWriter out) {
    if (tally.isRight()) {
      out.printf("%d sent, %d applied once, in order%n", tally.sent(), tally.right());
      return;
    }
    out.printf("%d sent, %d of them applied once, in order%n", tally.sent(), tally.right());
    for (Kind kind : Kind.values()) {
      if (tally.of(kind) > 0) {
        out.printf("%-13s %d%n", kind.words(), tally.of(kind));
      }
    }
    first.forEach(finding -> out.println("  " + finding));
    if (number > first.size()) {
      out.printf("  … and %d more: --details FILE%n", number - first.size());
    }
  }

  private ObjectNode json(Tally tally) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("receipts", tally.receipts());
    json.put("sent", tally.sent());
    json.put("right", tally.right());
    for (Kind kind : Kind.values()) {
      json.put(kind.label(), tally.of(kind));
    }
    ArrayNode list = json.putArray("first_findings");
    first.forEach(finding -> list.add(finding.json()));
    return json;
  }

  private static ProgramException unwritable(@Nullable Path path, IOException failure) {
    return new ProgramException(
        ExitCode.IO, path + ": cannot be written: " + failure.getMessage(), failure);
  }

  @Override
  public void close() {
    if (details.isPresent()) {
      try {
        details.get().close();
      } catch (IOException failure) {
        throw unwritable(path, failure);
      }
    }
  }
}
