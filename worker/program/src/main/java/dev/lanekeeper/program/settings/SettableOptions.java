package dev.lanekeeper.program.settings;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options of a program that can be set outside the command line, by the longest name without
 * its dashes. Immutable.
 */
record SettableOptions(Set<String> names) {

  /**
   * Collects them from a command and its subcommands.
   *
   * @throws IllegalStateException when an option is declared so that its setting would not work
   */
  static SettableOptions of(CommandSpec root) {
    Set<String> names = new TreeSet<>();
    collect(root, names);
    return new SettableOptions(names);
  }

  private static void collect(CommandSpec command, Set<String> names) {
    command.options().stream()
        .filter(SettableOptions::isSettable)
        .map(SettableOptions::checked)
        .map(SettableOptions::name)
        .forEach(names::add);
    command.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .forEach(subcommand -> collect(subcommand, names));
  }

  /** The name of an option's setting; empty when it can be given on the command line only. */
  static Optional<String> nameOf(OptionSpec option) {
    return isSettable(option) ? Optional.of(name(option)) : Optional.empty();
  }

  private static boolean isSettable(OptionSpec option) {
    return !option.usageHelp()
        && !option.versionHelp()
        && option.longestName().startsWith("--")
        && !Arrays.asList(option.names()).contains(Settings.CONFIG_OPTION);
  }

  private static String name(OptionSpec option) {
    return Arrays.stream(option.names())
        .max(Comparator.comparingInt(String::length))
        .orElseThrow()
        .substring(2);
  }

  private static OptionSpec checked(OptionSpec option) {
    boolean flag = option.typeInfo().isBoolean() && option.arity().max() == 0;
    if (flag && !"true".equals(option.fallbackValue())) {
      throw new IllegalStateException(
          option.longestName() + " needs fallbackValue \"true\", or a flag negates its setting");
    }
    if (option.isMultiValue() && option.splitRegex().isEmpty()) {
      throw new IllegalStateException(
          option.longestName() + " needs a split, or a setting gives it one value at most");
    }
    return option;
  }
}
