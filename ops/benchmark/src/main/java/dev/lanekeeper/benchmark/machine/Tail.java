package dev.lanekeeper.benchmark.machine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The end of a log, for an error that a person reads. Stateless. */
final class Tail {
  private static final int LINES = 20;

  private Tail() {}

  static String of(Path log) {
    try {
      List<String> lines =
          new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    } catch (IOException unreadable) {
      return "(no log: " + unreadable.getMessage() + ")";
    }
  }
}
