package dev.lanekeeper.producer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.Program;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code relay} prints no password that stands in {@code --db}. */
class DatabasePasswordTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://u:Geheim1@127.0.0.1:1/db",
        "jdbc:postgresql://127.0.0.1:1/db?password=Geheim1",
        "jdbc:h2:mem:empty;PASSWORD=Geheim1",
        "jdbc:h2:file:x;PASSWORD=Geheim1"
      })
  void passwordInTheUrlIsNotPrinted(String url) {
    StringWriter all = new StringWriter();
    PrintWriter printed = new PrintWriter(all);

    int code =
        new Program(Map.of(), printed, printed)
            .run(new ProducerTool(), "relay", "--verbose", "--db", url);

    assertThat(code).as(all.toString()).isIn(69, 78);
    assertThat(all.toString()).contains("***").doesNotContain("Geheim1");
  }
}
