package dev.lanekeeper.program.settings;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Reads secrets from the environment: the value in a variable, or the name of a file that holds it
 * in the variable with {@code _FILE} behind. Never from flags, which every user of a machine can
 * see.
 */
public final class Secrets {
  private Secrets() {}

  /**
   * Returns the secret, without the line break that ends a file; empty when it is not set.
   *
   * @param variable the variable's name, such as {@code LANEKEEPER_ACCESS_KEY}
   * @throws ProgramException when the file cannot be read, or both variables are set
   */
  public static Optional<String> read(Map<String, String> environment, String variable) {
    String fileVariable = variable + "_FILE";
    Optional<String> value = present(environment, variable);
    Optional<String> file = present(environment, fileVariable);
    if (value.isPresent() && file.isPresent()) {
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          "both %s and %s are set; unset one".formatted(variable, fileVariable));
    }
    return value.or(() -> file.map(name -> content(fileVariable, name)));
  }

  private static Optional<String> present(Map<String, String> environment, String variable) {
    return Optional.ofNullable(environment.get(variable)).filter(text -> !text.isEmpty());
  }

  private static String content(String variable, String name) {
    try {
      String content = Files.readString(Path.of(name)).stripTrailing();
      if (content.isEmpty()) {
        throw new IOException("it is empty");
      }
      return content;
    } catch (IOException | InvalidPathException unreadable) {
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          "cannot read the file that %s names, %s: %s"
              .formatted(variable, name, unreadable.getMessage()),
          unreadable);
    }
  }
}
