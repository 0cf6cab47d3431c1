package dev.lanekeeper.program.settings;

import java.lang.reflect.Field;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The settings of a command as Markdown, from what its options say of themselves. Stateless. */
public final class SettingsTable {
  private static final String HEAD =
      """
      | option | default | reason to change it |
      |---|---|---|
      """;

  private SettingsTable() {}

  /** Two tables: what to consider, and what is rarely tuned; in the order of the options' names. */
  public static String of(CommandSpec command) {
    return "\nConsider tuning:\n\n"
        + rows(command, false)
        + "\nRarely tuned:\n\n"
        + rows(command, true)
        + "\n";
  }

  private static String rows(CommandSpec command, boolean rarely) {
    StringBuilder table = new StringBuilder(HEAD);
    for (OptionSpec option : command.options()) {
      tuning(option)
          .filter(tuning -> tuning.rarely() == rarely)
          .ifPresent(tuning -> table.append(row(option, tuning)));
    }
    return table.toString();
  }

  /** What is said of an option; empty when it is no setting. */
  public static Optional<Tuning> tuning(OptionSpec option) {
    return option.userObject() instanceof Field field
        ? Optional.ofNullable(field.getAnnotation(Tuning.class))
        : Optional.empty();
  }

  private static String row(OptionSpec option, Tuning tuning) {
    String name = "`" + option.longestName() + "`";
    String negated = option.negatable() ? ", `--no-" + option.longestName().substring(2) + "`" : "";
    String value = option.defaultValue();
    return "| %s%s | %s | %s |\n"
        .formatted(
            name, negated, value == null ? tuning.byDefault() : "`" + value + "`", tuning.why());
  }
}
