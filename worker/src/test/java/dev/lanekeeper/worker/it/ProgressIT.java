package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.Jars;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestLedger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The progress bar, on a terminal that script(1) of util-linux makes. */
@ExtendWith(BrokerExtension.class)
class ProgressIT {
  private static final Path SCRIPT = Path.of("/usr/bin/script");

  @TempDir Path folder = Path.of("");

  @Test
  void barIsShownWhereStandardErrorIsATerminalWhateverBecomesOfTheSummary(TestBroker broker)
      throws Exception {
    assumeThat(SCRIPT).isExecutable();
    broker.createTopic("progress", 4);
    TestLedger.interleaved(10, 5, 5).write(folder.resolve("ledger.csv"));

    String terminal = replayOnATerminal(broker, "> summary.json");
    assertThat(terminal).contains("sending", "100%", "50/50", "/s");
    // Time gone and time left.
    assertThat(terminal).containsPattern("\\(\\d+:\\d\\d:\\d\\d / (\\d+:\\d\\d:\\d\\d|\\?)\\)");
    assertThat(folder.resolve("summary.json")).content().startsWith("{").contains("\"sent\":50,");

    String quiet = replayOnATerminal(broker, "2> errors.txt");
    assertThat(quiet).doesNotContain("sending").contains("\"sent\":50,");
    assertThat(folder.resolve("errors.txt")).content().doesNotContain("sending");
  }

  private String replayOnATerminal(TestBroker broker, String redirection) throws Exception {
    String command =
        "'%s/bin/java' -jar '%s' replay --endpoints %s --topic progress --output json ledger.csv %s"
            .formatted(
                System.getProperty("java.home"),
                Jars.producerTool(),
                broker.endpoints(),
                redirection);
    Path seen = Files.createTempFile(folder, "terminal", ".txt");
    Process process =
        new ProcessBuilder(SCRIPT.toString(), "-qec", command, "/dev/null")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(seen.toFile())
            .start();
    process.getOutputStream().close();
    try {
      assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(seen)).isZero();
    return Files.readString(seen);
  }
}
