package dev.lanekeeper.program.settings;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Collects what is wrong with settings, so that a person is told all of it at once. Not
 * thread-safe.
 */
public final class Problems {
  private final List<ProgramException> found = new ArrayList<>();

  /** A look at settings that ends with a {@link ProgramException} where they are wrong. */
  public interface Look {
    void take();
  }

  /** Takes a look, and keeps what it finds. */
  public Problems collect(Look look) {
    try {
      look.take();
    } catch (ProgramException problem) {
      found.add(problem);
    }
    return this;
  }

  /** Keeps a problem where something does not hold. */
  public Problems require(boolean holds, String message) {
    return collect(
        () -> {
          if (!holds) {
            throw new ProgramException(ExitCode.USAGE, message);
          }
        });
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  /**
   * Tells of all problems, one a line.
   *
   * @throws ProgramException when there are any; a wrong command line counts for more than wrong
   *     settings
   */
  public void throwIfAny() {
    if (found.size() == 1) {
      throw found.get(0);
    }
    if (!found.isEmpty()) {
      boolean usage = found.stream().anyMatch(it -> it.exitCode() == ExitCode.USAGE);
      ProgramException all =
          new ProgramException(
              usage ? ExitCode.USAGE : found.get(0).exitCode(),
              found.stream().map(ProgramException::getMessage).collect(Collectors.joining("\n")));
      found.forEach(all::addSuppressed);
      throw all;
    }
  }
}
