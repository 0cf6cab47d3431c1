package dev.lanekeeper.program;

import dev.lanekeeper.program.settings.Passwords;
import dev.lanekeeper.program.settings.Setting;
import dev.lanekeeper.program.settings.Settings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;

/**
 * Tells a person everything that is wrong with a command line, and with the settings that stand in
 * for flags. Not thread-safe.
 */
final class UsageError implements IParameterExceptionHandler {
  private final Settings settings;

  UsageError(Settings settings) {
    this.settings = settings;
  }

  /** Tells it, after the first failure at which parsing ended. */
  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    Diagnosis diagnosis = Diagnosis.of(root(failure.getCommandLine()), settings, arguments);
    List<String> ofCommandLine = new ArrayList<>(diagnosis.ofCommandLine());
    if (settings.problems().isEmpty() && diagnosis.isEmpty()) {
      ofCommandLine.addAll(FailureText.of(failure)); // Found in the run, such as a missing command.
    }
    PrintWriter err = failure.getCommandLine().getErr();
    settings.problems().forEach(problem -> print(err, problem));
    for (Diagnosis.OfSetting problem : diagnosis.ofSettings()) {
      print(err, problem.text() + origin(problem.setting()));
    }
    ofCommandLine.forEach(problem -> print(err, problem));
    diagnosis.ofCheck().lines().forEach(problem -> print(err, problem));
    if (diagnosis.isEmpty() && ofCommandLine.isEmpty()) {
      return ExitCode.CONFIGURATION.code();
    }
    err.println("Try '" + failure.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    return (ofCommandLine.isEmpty() ? ExitCode.CONFIGURATION : ExitCode.USAGE).code();
  }

  private static void print(PrintWriter err, String problem) {
    err.println("error: " + Passwords.masked(problem));
  }

  private static String origin(Setting setting) {
    return " (from " + setting.origin() + ")";
  }

  private static CommandLine root(CommandLine command) {
    return command.getCommandSpec().root().commandLine();
  }
}
