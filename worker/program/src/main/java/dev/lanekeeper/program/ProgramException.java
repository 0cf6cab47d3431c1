package dev.lanekeeper.program;

import org.jspecify.annotations.Nullable;

/**
 * A failure that a command expects: what a person sees is its message, what a script sees its exit
 * code. Everything else that a command throws counts as a fault of the program.
 */
public final class ProgramException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;
  private final String message;

  /**
   * @param message one plain line: what is wrong, and what to do about it; a line for each of
   *     several problems
   */
  public ProgramException(ExitCode exitCode, String message) {
    this(exitCode, message, null);
  }

  /**
   * @param message one plain line: what is wrong, and what to do about it
   * @param cause shown only with {@code --verbose}
   */
  public ProgramException(ExitCode exitCode, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
    this.message = message;
  }

  public ExitCode exitCode() {
    return exitCode;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
