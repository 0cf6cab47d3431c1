package dev.lanekeeper.program.config;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.output.Table;
import dev.lanekeeper.program.settings.Passwords;
import dev.lanekeeper.program.settings.Setting;
import dev.lanekeeper.program.settings.Settings;
import dev.lanekeeper.program.settings.SettingsTable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the settings in effect. */
@Command(
    name = "show",
    description = {
      "Print the settings in effect; takes the options of the command that uses them. A secret that is",
      "set is ***, and so is a password in a URL."
    })
final class ShowSettings implements Callable<Integer> {
  private static final Set<String> OF_THIS_COMMAND =
      Set.of("--config", "--verbose", "--output", "--origin");

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = "--origin",
      fallbackValue = "true",
      description = "Print where each comes from, too.")
  private boolean origin;

  @Override
  public Integer call() {
    Table table = origin ? new Table("setting", "value", "origin") : new Table("setting", "value");
    for (OptionSpec option : spec.options()) {
      if (isSetting(option)) {
        add(table, inEffect(option));
      }
    }
    settings().ifPresent(it -> it.secrets().forEach(secret -> add(table, secret)));
    table.print(spec.commandLine().getOut(), output.format());
    return ExitCode.OK.code();
  }

  private void add(Table table, Setting setting) {
    String value = Passwords.masked(setting.value());
    if (origin) {
      table.row(setting.name(), value, setting.origin());
    } else {
      table.row(setting.name(), value);
    }
  }

  /** Those of this command itself are none, nor are those that every command has. */
  private static boolean isSetting(OptionSpec option) {
    return option.longestName().startsWith("--")
        && !option.usageHelp()
        && !option.versionHelp()
        && !OF_THIS_COMMAND.contains(option.longestName());
  }

  private Setting inEffect(OptionSpec option) {
    String name = option.longestName().substring(2);
    if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
      return new Setting(name, given(option), "flag");
    }
    return settings()
        .flatMap(it -> it.find(option))
        .orElseGet(() -> new Setting(name, byDefault(option), "default"));
  }

  private static String given(OptionSpec option) {
    List<String> values =
        option.originalStringValues().stream().filter(value -> !value.isEmpty()).toList();
    return values.isEmpty() || option.typeInfo().isBoolean()
        ? String.valueOf(option.<@Nullable Object>getValue())
        : values.stream().collect(Collectors.joining(","));
  }

  private static String byDefault(OptionSpec option) {
    String value = option.defaultValue();
    return value == null
        ? SettingsTable.tuning(option).map(it -> it.byDefault().replace("`", "")).orElse("")
        : value;
  }

  private Optional<Settings> settings() {
    return spec.defaultValueProvider() instanceof Settings settings
        ? Optional.of(settings)
        : Optional.empty();
  }
}
