package dev.lanekeeper.producer.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lanekeeper.program.Program;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What {@code generate-completion} prints, in a shell. */
@Timeout(60)
class CompletionTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void shellCompletesCommandsAndTheirOptions() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "bash is not here");
    Path script = Files.writeString(folder.resolve("completion"), script());

    assertThat(offered(script, "producer-tool", "rep")).isEqualTo("replay");
    assertThat(offered(script, "producer-tool", "replay", "--who")).isEqualTo("--whole-orders");
    assertThat(offered(script, "producer-tool", "replay", "--input-format", "''"))
        .isEqualTo("CSV JSONL JSON");
  }

  /** Picocli names the list of an option's values after the option's label. */
  @Test
  void optionsOfACommandHaveTheirValuesEachUnderItsOwnName() {
    requireOwnNames(new CommandLine(new ProducerTool()));
  }

  private static void requireOwnNames(CommandLine command) {
    assertThat(command.getCommandSpec().options())
        .filteredOn(option -> option.completionCandidates() != null)
        .extracting(OptionSpec::paramLabel)
        .as(command.getCommandName())
        .doesNotHaveDuplicates();
    command.getSubcommands().values().forEach(CompletionTest::requireOwnNames);
  }

  private static String script() {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        new Program(Map.of(), new PrintWriter(out), new PrintWriter(err))
            .run(new ProducerTool(), "generate-completion");
    assertThat(code).as(err.toString()).isZero();
    return out.toString();
  }

  /** What bash offers for the last of these words; compopt works only where a person types. */
  private static String offered(Path script, String... words) throws Exception {
    String line =
        "compopt() { :; }; source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; _complete_producer-tool; echo ${COMPREPLY[@]}"
            .formatted(script, String.join(" ", words), words.length - 1);
    Process bash = new ProcessBuilder("/bin/bash", "-c", line).redirectErrorStream(true).start();
    bash.getOutputStream().close();
    String offered = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(bash.waitFor(50, TimeUnit.SECONDS)).isTrue();
    return offered.strip();
  }
}
