package dev.lanekeeper.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.Program;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No command prints a password that stands in {@code --db}. */
class DatabasePasswordTest {
  private static final Map<String, String> SETTINGS = Map.of("LANEKEEPER_ENDPOINTS", "127.0.0.1:1");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://u:Geheim1@127.0.0.1:1/db",
        "jdbc:postgresql://127.0.0.1:1/db?password=Geheim1",
        "jdbc:h2:file:x;PASSWORD=Geheim1"
      })
  void passwordInTheUrlIsNotPrinted(String url) {
    for (String command : List.of("migrate", "doctor")) {
      StringWriter all = new StringWriter();
      PrintWriter printed = new PrintWriter(all);

      int code =
          new Program(SETTINGS, printed, printed)
              .run(
                  WorkerCommand.line((message, handle) -> Optional.empty()),
                  command,
                  "--verbose",
                  "--db",
                  url);

      assertThat(code).as(command + all).isNotZero();
      assertThat(all.toString()).as(command).isNotEmpty().doesNotContain("Geheim1");
    }
  }
}
