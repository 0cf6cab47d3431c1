package dev.lanekeeper.program;

import dev.lanekeeper.program.settings.Passwords;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Tells a person why a command failed, in one line. Immutable. */
final class FailureReport {
  private final PrintWriter err;

  FailureReport(PrintWriter err) {
    this.err = err;
  }

  /** Prints the failure and returns its exit code. */
  int print(Throwable failure, boolean verbose) {
    ExitCode exitCode;
    if (failure instanceof ProgramException expected) {
      expected
          .getMessage()
          .lines()
          .forEach(problem -> err.println("error: " + Passwords.masked(problem)));
      exitCode = expected.exitCode();
    } else {
      err.println(
          "error: internal: %s: %s%s"
              .formatted(
                  failure.getClass().getName(),
                  Passwords.masked(firstLine(failure.getMessage())),
                  verbose ? "" : " (run with " + CommonOptions.VERBOSE + " for the stack trace)"));
      exitCode = ExitCode.SOFTWARE;
    }
    if (verbose) {
      StringWriter trace = new StringWriter(); // Causes have messages of drivers, with URLs.
      failure.printStackTrace(new PrintWriter(trace, true));
      err.print(Passwords.masked(trace.toString()));
    }
    return exitCode.code();
  }

  /** Whether the command that was run, or one above it, was told to be verbose. */
  static boolean isVerbose(ParseResult parsed) {
    OptionSpec option = parsed.commandSpec().findOption(CommonOptions.VERBOSE);
    return (option != null && Boolean.TRUE.equals(option.<Object>getValue()))
        || (parsed.hasSubcommand() && isVerbose(parsed.subcommand()));
  }

  /** The same, where the arguments could not be parsed. */
  static boolean isVerbose(String[] arguments) {
    return Arrays.asList(arguments).contains(CommonOptions.VERBOSE);
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "no message" : message.lines().findFirst().orElse("no message");
  }
}
