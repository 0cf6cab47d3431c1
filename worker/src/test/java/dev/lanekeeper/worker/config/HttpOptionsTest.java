package dev.lanekeeper.worker.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.settings.DurationConverter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What the http handler is told wrong is told before anything is opened. */
class HttpOptionsTest {
  private static final String URL = "--http-url=https://host/";

  @TempDir Path folder = Path.of("");

  @Test
  void nothingIsNeededWithoutTheHandler() {
    assertThatCode(() -> parse("--handler=ledger").check()).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "--http-url=ftp://host/, has to be http://HOST",
    "--http-url=https:relative, has to be http://HOST",
    "--http-url=https://me:secret@host/, must not hold a user or password",
    "--http-url=https://ho st/, is malformed",
    "--http-response-timeout=0s, have to be above 0",
    "--http-connect-timeout=0s, have to be above 0",
    "--http-result-limit=1000001, has to be 0 to 1000000",
    "--http-secret-file=nowhere, --http-secret-file nowhere cannot be used: there is no such file"
  })
  void wrongSettingsAreRefused(String option, String message) {
    assertRefused(parse("--handler=http", URL, option), message);
  }

  @Test
  void urlIsNeeded() {
    assertRefused(parse("--handler=http"), "--handler http needs --http-url URL");
  }

  @Test
  void secretThatIsTooShortIsRefusedAndNotTold() throws Exception {
    Path file = Files.writeString(folder.resolve("secret"), "hunter2\n");
    HandlerOptions options = parse("--handler=http", URL, "--http-secret-file=" + file);
    assertRefused(options, "it has 7 bytes; at least 24 are needed");
    assertThatThrownBy(options::check).hasMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " \r\n"})
  void secretFileThatIsEmptyIsRefused(String content) throws Exception {
    Path file = Files.writeString(folder.resolve("secret"), content);
    assertRefused(
        parse("--handler=http", URL, "--http-secret-file=" + file), "cannot be used: it is empty");
  }

  @Test
  void secretFileThatCannotBeReadIsRefused() throws Exception {
    HandlerOptions options = parse("--handler=http", URL, "--http-secret-file=" + folder);
    assertRefused(options, folder + " cannot be used: Is a directory");
    Path file = Files.write(folder.resolve("secret"), new byte[] {(byte) 0xff, (byte) 0xfe, 1});
    assertRefused(
        parse("--handler=http", URL, "--http-secret-file=" + file),
        "cannot be used: it is no text");
  }

  @Test
  void secretFileOfAnotherUserIsRefused() throws Exception {
    Path closed = Files.writeString(folder.resolve("closed"), "a secret of more than 24 bytes");
    Files.setPosixFilePermissions(closed, Set.of());
    assumeThat(Files.isReadable(closed)).as("root reads everything").isFalse();
    assertRefused(
        parse("--handler=http", URL, "--http-secret-file=" + closed),
        "cannot be used: this user may not read it");
  }

  @Test
  void secretThatIsNoBase64IsRefusedAndNotTold() throws Exception {
    Path file = Files.writeString(folder.resolve("secret"), "whsec_hunter2-hunter2-hunter2\n");
    HandlerOptions options = parse("--handler=http", URL, "--http-secret-file=" + file);
    assertRefused(options, "what stands behind whsec_ is no base64");
    assertThatThrownBy(options::check).hasMessageNotContaining("hunter2").hasNoCause();
  }

  @Test
  void typesMakeItOneOfSeveral() {
    assertThat(parse("--http-types=a,b").builtIn(List.of()))
        .singleElement()
        .satisfies(provider -> assertThat(provider.types()).containsExactlyInAnyOrder("a", "b"));
  }

  private static void assertRefused(HandlerOptions options, String message) {
    assertThatThrownBy(options::check)
        .isInstanceOfSatisfying(
            ProgramException.class,
            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.CONFIGURATION))
        .hasMessageContaining(message);
  }

  private static HandlerOptions parse(String... arguments) {
    HandlerOptions options = new HandlerOptions();
    new CommandLine(
            CommandSpec.create().addMixin("options", CommandSpec.forAnnotatedObject(options)))
        .setOverwrittenOptionsAllowed(true)
        .registerConverter(Duration.class, new DurationConverter())
        .parseArgs(arguments);
    return options;
  }
}
