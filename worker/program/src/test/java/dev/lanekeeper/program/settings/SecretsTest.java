package dev.lanekeeper.program.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void secretComesFromTheVariableOrItsFile() throws IOException {
    Path file = Files.writeString(folder.resolve("key"), "s3cret\n");

    assertThat(Secrets.read(Map.of(), "KEY")).isEmpty();
    assertThat(Secrets.read(Map.of("KEY", ""), "KEY")).isEmpty();
    assertThat(Secrets.read(Map.of("KEY", "s3cret"), "KEY")).contains("s3cret");
    assertThat(Secrets.read(Map.of("KEY_FILE", file.toString()), "KEY")).contains("s3cret");
  }

  @Test
  void contradictionIsToldWithoutTheSecret() {
    assertThatThrownBy(() -> Secrets.read(Map.of("KEY", "s3cret", "KEY_FILE", "/f"), "KEY"))
        .isInstanceOf(ProgramException.class)
        .hasMessage("both KEY and KEY_FILE are set; unset one");
  }

  @Test
  void fileThatCannotBeReadIsNamed() throws IOException {
    Path empty = Files.writeString(folder.resolve("empty"), "\n");

    for (Path file : new Path[] {folder.resolve("missing"), empty}) {
      assertThatThrownBy(() -> Secrets.read(Map.of("KEY_FILE", file.toString()), "KEY"))
          .isInstanceOf(ProgramException.class)
          .hasMessageContaining("KEY_FILE")
          .hasMessageContaining(file.toString());
    }
  }
}
