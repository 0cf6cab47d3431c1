package dev.lanekeeper.program;

import dev.lanekeeper.program.settings.Checked;
import dev.lanekeeper.program.settings.Problems;
import dev.lanekeeper.program.settings.Setting;
import dev.lanekeeper.program.settings.Settings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Everything that is wrong with a command line and its settings, found by parsing it again without
 * what was found so far: picocli ends at the first setting that does not fit. Immutable.
 *
 * @param ofSettings values of settings that do not fit
 * @param ofCommandLine what is wrong with the arguments
 * @param ofCheck what the command found wrong with values that were understood, one a line
 */
record Diagnosis(List<OfSetting> ofSettings, List<String> ofCommandLine, String ofCheck) {

  /** A setting whose value does not fit, and why. */
  record OfSetting(Setting setting, String text) {}

  /**
   * Looks for all of it. The command line cannot be run afterwards.
   *
   * @param root the program's own command
   */
  static Diagnosis of(CommandLine root, Settings settings, String... arguments) {
    Without sound = new Without(settings);
    root.setDefaultValueProvider(sound);
    List<OfSetting> ofSettings = sound.leaveOutWhatDoesNotFit(root, arguments);
    collectErrors(root);
    ParseResult result = root.parseArgs(arguments);
    List<String> ofCommandLine = new ArrayList<>();
    ParseResult last = result;
    for (ParseResult each = result; each != null; each = each.subcommand()) {
      for (Exception error : each.errors()) {
        ofCommandLine.addAll(
            error instanceof ParameterException failure
                ? FailureText.of(failure)
                : List.of(String.valueOf(error.getMessage())));
      }
      last = each;
    }
    return new Diagnosis(
        List.copyOf(ofSettings),
        ofCommandLine.stream().distinct().toList(),
        ofCommandLine.isEmpty() ? check(last, settings) : "");
  }

  boolean isEmpty() {
    return ofSettings.isEmpty() && ofCommandLine.isEmpty() && ofCheck.isEmpty();
  }

  private static void collectErrors(CommandLine command) {
    command.getCommandSpec().parser().collectErrors(true);
    command.getSubcommands().values().forEach(Diagnosis::collectErrors);
  }

  private static String check(ParseResult parsed, Settings settings) {
    if (parsed.commandSpec().userObject() instanceof Checked command) {
      Problems problems = new Problems();
      command.check(problems, settings.environment());
      try {
        problems.throwIfAny();
      } catch (ProgramException found) {
        return found.getMessage();
      }
    }
    return "";
  }

  /** The settings without those that were found not to fit. */
  private static final class Without implements IDefaultValueProvider {
    private final Settings settings;
    private final Set<String> leftOut = new HashSet<>();

    Without(Settings settings) {
      this.settings = settings;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
      return argument instanceof OptionSpec option && used(option).isEmpty()
          ? null
          : settings.defaultValue(argument);
    }

    private Optional<Setting> used(OptionSpec option) {
      return settings.find(option).filter(setting -> !leftOut.contains(setting.name()));
    }

    /** Each round leaves out one more. */
    List<OfSetting> leaveOutWhatDoesNotFit(CommandLine root, String... arguments) {
      List<OfSetting> found = new ArrayList<>();
      while (true) {
        try {
          root.parseArgs(arguments);
          return found;
        } catch (ParameterException failure) {
          Optional<Setting> behind =
              failure.getArgSpec() instanceof OptionSpec option ? used(option) : Optional.empty();
          if (behind.isEmpty()) {
            return found;
          }
          leftOut.add(behind.get().name());
          if (!isGiven((OptionSpec) failure.getArgSpec(), arguments)) {
            FailureText.of(failure).forEach(text -> found.add(new OfSetting(behind.get(), text)));
          }
        }
      }
    }

    /** A flag that was given wins, whatever the setting says. */
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
}
