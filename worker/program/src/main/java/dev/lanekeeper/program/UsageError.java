package dev.lanekeeper.program;

import dev.lanekeeper.program.settings.Passwords;
import dev.lanekeeper.program.settings.Setting;
import dev.lanekeeper.program.settings.Settings;
import dev.lanekeeper.program.settings.Suggestion;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Tells a person what is wrong with a command line, or with a setting that stands in for a flag.
 */
final class UsageError implements IParameterExceptionHandler {
  private final Settings settings;

  UsageError(Settings settings) {
    this.settings = settings;
  }

  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    Optional<Setting> setting = settingBehind(failure, arguments);
    err.println(
        "error: "
            + Passwords.masked(describe(failure))
            + setting.map(found -> " (from " + found.origin() + ")").orElse(""));
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return (setting.isPresent() ? ExitCode.CONFIGURATION : ExitCode.USAGE).code();
  }

  private static String describe(ParameterException failure) {
    if (failure instanceof UnmatchedArgumentException unmatched) {
      String argument = unmatched.getUnmatched().get(0);
      boolean option = argument.startsWith("-");
      String name = option ? argument.split("=", 2)[0] : argument;
      return "unknown %s '%s'%s"
          .formatted(
              option ? "option" : "argument",
              name,
              Suggestion.didYouMean(
                  name, candidates(failure.getCommandLine().getCommandSpec(), option)));
    }
    String message = failure.getMessage();
    return message == null ? "the command line is wrong" : message.replace("\n", " ");
  }

  private static Collection<String> candidates(CommandSpec spec, boolean options) {
    if (!options) {
      return spec.subcommands().keySet();
    }
    List<String> names = new ArrayList<>(spec.optionsMap().keySet());
    names.addAll(spec.negatedOptionsMap().keySet());
    return names;
  }

  /** The setting that the failure is about, unless a flag was given and so won over it. */
  private Optional<Setting> settingBehind(ParameterException failure, String[] arguments) {
    if (failure.getArgSpec() instanceof OptionSpec option && !isGiven(option, arguments)) {
      return settings.find(option);
    }
    return Optional.empty();
  }

  private static boolean isGiven(OptionSpec option, String[] arguments) {
    for (String argument : arguments) {
      for (String name : option.names()) {
        if (argument.equals(name) || argument.startsWith(name + "=")) {
          return true;
        }
      }
    }
    return false;
  }
}
