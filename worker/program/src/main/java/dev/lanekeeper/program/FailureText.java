package dev.lanekeeper.program;

import dev.lanekeeper.program.settings.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in plain lines what picocli found wrong with a command line. Stateless. */
final class FailureText {
  private FailureText() {}

  /** A line for each thing that is wrong. */
  static List<String> of(ParameterException failure) {
    if (failure instanceof UnmatchedArgumentException unmatched) {
      return unmatched(failure.getCommandLine().getCommandSpec(), unmatched.getUnmatched());
    }
    String message = failure.getMessage();
    return List.of(message == null ? "the command line is wrong" : message.replace("\n", " "));
  }

  /** What stands behind an unknown option is taken for its value. */
  private static List<String> unmatched(CommandSpec spec, List<String> arguments) {
    List<String> lines = new ArrayList<>();
    boolean value = false;
    for (String argument : arguments) {
      boolean option = argument.startsWith("-");
      if (option || !value) {
        String name = option ? argument.split("=", 2)[0] : argument;
        lines.add(
            "unknown %s '%s'%s"
                .formatted(
                    option ? "option" : "argument",
                    name,
                    Suggestion.didYouMean(name, candidates(spec, option))));
      }
      value = option && !argument.contains("=");
    }
    return lines;
  }

  private static Collection<String> candidates(CommandSpec spec, boolean options) {
    if (!options) {
      return spec.subcommands().keySet();
    }
    List<String> names = new ArrayList<>(spec.optionsMap().keySet());
    names.addAll(spec.negatedOptionsMap().keySet());
    return names;
  }
}
