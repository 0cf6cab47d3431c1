package dev.lanekeeper.program.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Public case D7: where the client's own log goes, and that it never decides over a start. */
class ClientLogTest {
  private static final String CONFIGURATION = "rocketmq.logback.configurationFile";
  private static final List<String> PROPERTIES =
      List.of(CONFIGURATION, "rocketmq.log.root", "rocketmq.log.level", "rocketmq.log.frames");

  @TempDir private Path folder = Path.of("");

  private final Map<String, String> before = new HashMap<>();

  @BeforeEach
  void forget() {
    for (String property : PROPERTIES) {
      String value = System.clearProperty(property);
      if (value != null) {
        before.put(property, value);
      }
    }
  }

  @AfterEach
  void restore() {
    PROPERTIES.forEach(System::clearProperty);
    before.forEach(System::setProperty);
  }

  @Test
  void logGoesToTheFolderThatIsNamed() {
    Path named = folder.resolve("not/there/yet");
    ClientLog.direct(named, ClientLogLevel.WARN);
    assertThat(System.getProperty(CONFIGURATION)).endsWith("client-log-file.xml");
    assertThat(System.getProperty("rocketmq.log.root")).isEqualTo(named.toString());
    assertThat(named).isDirectory();
  }

  /** A file in the way stops root, too, whom no permission stops. */
  @Test
  void folderThatCannotBeWrittenMeansNoLogAndNoFailure() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    ClientLog.direct(file.resolve("log"), ClientLogLevel.WARN);
    assertThat(System.getProperty(CONFIGURATION)).endsWith("client-log-off.xml");
  }

  @Test
  void byDefaultNothingIsWrittenToTheHomeFolder() {
    ClientLog.direct(null, ClientLogLevel.OFF);
    assertThat(System.getProperty("rocketmq.log.root"))
        .startsWith(Path.of(System.getProperty("java.io.tmpdir")).toString());
  }
}
