package dev.lanekeeper.worker.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.H2Door;
import dev.lanekeeper.worker.testing.TestDatabases;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTest {
  @TempDir Path folder = Path.of("");

  @Test
  void urlOfAnotherDatabaseIsRefused() {
    assertThatThrownBy(() -> Database.open(TestDatabases.settings("jdbc:mysql://x/y")))
        .isInstanceOf(ProgramException.class)
        .hasMessageContaining("no JDBC URL of H2 or PostgreSQL");
  }

  @Test
  void damagedFileIsRefusedAndLeftAsItIs() throws Exception {
    String url = "jdbc:h2:file:" + folder.resolve("orders");
    try (Database database = Database.open(TestDatabases.settings(url))) {
      new Schema(database).migrate();
    }
    Path file = folder.resolve("orders.mv.db");
    byte[] damaged = "this is no database".repeat(1000).getBytes(StandardCharsets.UTF_8);
    Files.write(file, damaged);

    assertThatThrownBy(() -> Database.open(TestDatabases.settings(url)))
        .isInstanceOfSatisfying(
            ProgramException.class,
            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.IO))
        .hasMessageContaining("is damaged; restore it from a backup");
    assertThat(Files.readAllBytes(file)).isEqualTo(damaged);
  }

  /** Public case D5. H2 by itself opens 0 and 8192 bytes as an empty database. */
  @Test
  void fileThatWasCutOffIsRefusedAndNeverReplacedByAnEmptyOne() throws Exception {
    String url = "jdbc:h2:file:" + folder.resolve("orders");
    try (Database database = Database.open(TestDatabases.settings(url))) {
      new Schema(database).migrate();
    }
    Path file = folder.resolve("orders.mv.db");
    byte[] whole = Files.readAllBytes(file);
    for (int length : new int[] {0, 1, 4096, 8192, 12_288, whole.length / 2}) {
      byte[] cutOff = Arrays.copyOf(whole, length);
      Files.write(file, cutOff);
      assertThatThrownBy(() -> Database.open(TestDatabases.settings(url)))
          .as("cut off at %d of %d bytes", length, whole.length)
          .isInstanceOfSatisfying(
              ProgramException.class,
              failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.IO))
          .hasMessageContaining("is damaged");
      assertThat(Files.readAllBytes(file)).isEqualTo(cutOff);
    }
    Files.write(file, whole);
    try (Database restored = Database.open(TestDatabases.settings(url))) {
      new Schema(restored).requireCurrent();
    }
  }

  /** The file of a killed process does not say how long it was. */
  @Test
  void fileOfKilledProcessThatWasCutOffIsNeverOpenedWithoutTables() throws Exception {
    String url = "jdbc:h2:file:" + folder.resolve("orders");
    Path file = folder.resolve("orders.mv.db");
    byte[] whole;
    int all;
    try (Database database = Database.open(TestDatabases.settings(url))) {
      all = new Schema(database).migrate();
      whole = Files.readAllBytes(file);
    }
    int refused = 0;
    for (int length = 16_384; length < whole.length; length += 32_768) {
      Files.write(file, Arrays.copyOf(whole, length));
      try (Database cutOff = Database.open(TestDatabases.settings(url))) {
        assertThat(new Schema(cutOff).migrate())
            .as("migrations, where not one was left, with %d bytes", length)
            .isLessThan(all);
      } catch (ProgramException failure) { // Without tables, or with some of them.
        assertThat(failure.exitCode()).isIn(ExitCode.IO, ExitCode.CONFIGURATION);
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void visitorComesThroughTheDoorOfTheProcessThatHasTheFileOpen() throws Exception {
    String url = "jdbc:h2:file:" + folder.resolve("orders");
    Path sign = folder.resolve("orders.door");
    try (Database owner = TestDatabases.open(url);
        H2Door door = owner.openDoor().orElseThrow()) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sign)))
          .isEqualTo("rw-------");
      assertThat(H2Door.find(url).orElseThrow()).startsWith("jdbc:h2:tcp://127.0.0.1:");
      try (Database visitor = Database.visit(TestDatabases.settings(url))) {
        new Schema(visitor).requireCurrent();
      }
      String stranger = H2Door.find(url).orElseThrow().replaceAll("[0-9a-f]{64}$", "0".repeat(64));
      assertThatThrownBy(() -> Database.open(TestDatabases.settings(stranger)))
          .isInstanceOf(ProgramException.class);
    }
    assertThat(sign).doesNotExist();
    // Nobody has it open any more: the visitor opens the file itself.
    try (Database visitor = Database.visit(TestDatabases.settings(url))) {
      new Schema(visitor).requireCurrent();
    }
  }

  @Test
  void signOfAKilledWorkerLeadsNowhere() throws Exception {
    String url = "jdbc:h2:file:" + folder.resolve("orders");
    Files.writeString(folder.resolve("orders.door"), "1\ntoken\n");
    assertThat(H2Door.find(url)).isEmpty();
  }

  @Test
  void schemaThatLacksMigrationsIsNamed() {
    try (Database database =
        Database.open(TestDatabases.settings("jdbc:h2:mem:schema_that_lacks"))) {
      Schema schema = new Schema(database);
      assertThatThrownBy(schema::requireCurrent)
          .isInstanceOf(ProgramException.class)
          .hasMessageContaining("lacks 12 migrations, the first is 1")
          .hasMessageContaining("worker.jar migrate");
      assertThat(schema.migrate()).isEqualTo(12);
      assertThat(schema.migrate()).isZero();
      schema.requireCurrent();
    }
  }
}
