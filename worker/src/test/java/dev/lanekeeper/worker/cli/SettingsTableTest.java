package dev.lanekeeper.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.settings.SettingNames;
import dev.lanekeeper.program.settings.SettingsTable;
import dev.lanekeeper.worker.testing.GeneratedPart;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The table of settings in the README is what the options say of themselves. */
class SettingsTableTest {
  private final CommandLine worker = WorkerCommand.line((message, handle) -> Optional.empty());
  private final CommandSpec run =
      worker.getCommandSpec().subcommands().values().stream()
          .map(CommandLine::getCommandSpec)
          .filter(it -> it.name().equals("run"))
          .findFirst()
          .orElseThrow();

  @Test
  void readmeHasWhatTheOptionsSay() throws Exception {
    new GeneratedPart("settings", SettingsTableTest.class).requireThat(SettingsTable.of(run));
  }

  @Test
  void everySettingOfRunIsInTheTable() {
    assertThat(run.options())
        .filteredOn(option -> SettingsTable.tuning(option).isEmpty())
        .extracting(OptionSpec::longestName)
        .containsExactlyInAnyOrder("--verbose", "--config", "--help", "--version", "--output");
  }

  @Test
  void everySettingHasADefaultAndAReason() {
    for (OptionSpec option : run.options()) {
      SettingsTable.tuning(option)
          .ifPresent(
              tuning -> {
                assertThat(tuning.why()).as(option.longestName()).isNotBlank();
                assertThat(option.defaultValue() == null ? tuning.byDefault() : "set")
                    .as(option.longestName())
                    .isNotBlank();
              });
    }
  }

  /** Otherwise a program would take another's variable for a misspelled one of its own. */
  @Test
  void namesAreKnownToAllPrograms() {
    assertThat(SettingNames.ofAllPrograms()).containsAll(names(worker.getCommandSpec()));
  }

  private static Set<String> names(CommandSpec command) {
    Set<String> names = new TreeSet<>();
    for (OptionSpec option : command.options()) {
      if (!List.of("--help", "--version", "--config").contains(option.longestName())
          && option.longestName().startsWith("--")) {
        names.add(option.longestName().substring(2));
      }
    }
    command.subcommands().values().forEach(sub -> names.addAll(names(sub.getCommandSpec())));
    return names;
  }
}
