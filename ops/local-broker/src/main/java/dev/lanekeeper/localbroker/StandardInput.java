package dev.lanekeeper.localbroker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads commands until {@code stop} or the end of the input. The parent's death closes the input,
 * which is how a broker started with {@code --with-parent} learns of it.
 */
final class StandardInput {
  private final BufferedReader lines;
  private final PrintStream answers;

  StandardInput(BufferedReader lines, PrintStream answers) {
    this.lines = lines;
    this.answers = answers;
  }

  /** Answers commands; true once asked to stop, false at the end of the input. */
  boolean serve(Commands commands) {
    for (String line = next(); line != null; line = next()) {
      if (line.strip().equals("stop")) {
        return true;
      }
      if (!line.isBlank()) {
        answers.println(commands.answer(line));
        answers.flush();
      }
    }
    return false;
  }

  private @Nullable String next() {
    try {
      return lines.readLine();
    } catch (IOException e) {
      return null;
    }
  }
}
