package dev.lanekeeper.producer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.settings.SettingNames;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Worker and producer-tool may share an environment. */
class SettingNamesTest {

  /** Otherwise a worker would take this program's variable for a misspelled one of its own. */
  @Test
  void namesAreKnownToAllPrograms() {
    assertThat(SettingNames.ofAllPrograms())
        .containsAll(names(ProducerTool.line().getCommandSpec()));
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
