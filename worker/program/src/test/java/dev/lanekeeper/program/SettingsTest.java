package dev.lanekeeper.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class SettingsTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void flagWinsOverEnvironmentOverFileOverDefault() throws IOException {
    String file = file("max-attempts=5\n");
    Map<String, String> environment = Map.of("LANEKEEPER_MAX_ATTEMPTS", "4");

    assertThat(show(Map.of())).startsWith("3 ");
    assertThat(show(Map.of(), "--config", file)).startsWith("5 ");
    assertThat(show(environment, "--config=" + file)).startsWith("4 ");
    assertThat(show(environment, "--config", file, "--max-attempts", "6")).startsWith("6 ");
  }

  @Test
  void repeatableOptionTakesItsValuesFromEachSource() throws IOException {
    assertThat(show(Map.of("LANEKEEPER_TAG", "a,b"))).contains("[a, b]");
    assertThat(show(Map.of(), "--config", file("tag = c,d"))).contains("[c, d]");
    assertThat(show(Map.of("LANEKEEPER_TAG", "a,b"), "--tag", "e", "--tag", "f"))
        .contains("[e, f]");
  }

  @Test
  void flagMeansTheSameWhateverTheSettingSays() throws IOException {
    Map<String, String> on = Map.of("LANEKEEPER_CHECK", "true", "LANEKEEPER_VERBOSE", "true");

    assertThat(show(on)).endsWith("true true\n");
    assertThat(show(on, "--check", "--verbose")).endsWith("true true\n");
    assertThat(show(on, "--no-check")).endsWith("false true\n");
    assertThat(show(Map.of("LANEKEEPER_CHECK", "false"), "--check")).contains(" true ");
    assertThat(show(Map.of(), "--config", file("check=true\nverbose=true"))).contains("true true");
  }

  @Test
  void fileCanBeNamedInTheEnvironment() throws IOException {
    assertThat(show(Map.of("LANEKEEPER_CONFIG", file("max-attempts=5")))).startsWith("5 ");
  }

  @Test
  void valueStandsAsItIsWritten() throws IOException {
    assertThat(show(Map.of("LANEKEEPER_TAG", "${sys:user.home}"))).contains("[${sys:user.home}]");
    assertThat(show(Map.of(), "--config", file("tag=$a${b}"))).contains("[$a${b}]");
  }

  @Test
  void emptyValueCountsAsNotSet() {
    assertThat(show(Map.of("LANEKEEPER_MAX_ATTEMPTS", ""))).startsWith("3 ");
  }

  @Test
  void everyUnknownKeyInTheFileIsTold() throws IOException {
    String file = file("max-atempts=5\nzebra=1\nwait=2s\n");

    RunOfProgram run = RunOfProgram.of(new Sample(), Map.of(), "show", "--config", file);

    assertThat(run.exitCode()).isEqualTo(78);
    assertThat(run.err())
        .isEqualTo(
            "error: "
                + file
                + ": unknown setting 'max-atempts'; did you mean 'max-attempts'?\nerror: "
                + file
                + ": unknown setting 'zebra'\n");
  }

  @Test
  void valueThatDoesNotFitIsToldWithItsOrigin() throws IOException {
    RunOfProgram environment =
        RunOfProgram.of(new Sample(), Map.of("LANEKEEPER_MAX_ATTEMPTS", "many"), "show");
    assertThat(environment.exitCode()).isEqualTo(78);
    assertThat(environment.err())
        .startsWith(
            "error: Invalid value for option '--max-attempts': 'many' is not an int"
                + " (from LANEKEEPER_MAX_ATTEMPTS in the environment)\n");

    String file = file("wait=soon");
    RunOfProgram fromFile = RunOfProgram.of(new Sample(), Map.of(), "show", "--config", file);
    assertThat(fromFile.exitCode()).isEqualTo(78);
    assertThat(fromFile.err())
        .contains("'soon' is not a duration; write 500ms")
        .contains("(from wait in " + file + ")");
  }

  @Test
  void fileThatCannotBeReadIsToldPlainly() throws IOException {
    assertThat(errorOf(folder.resolve("missing").toString())).contains("there is no such file");
    assertThat(errorOf(file("tag=a\ntag=b"))).contains("'tag' is set twice");
    Path latin = folder.resolve("latin.properties");
    Files.write(latin, "tag=caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(errorOf(latin.toString())).contains("it is not UTF-8");
  }

  @Test
  void optionWhoseSettingWouldMisleadIsRefused() {
    assertThat(RunOfProgram.of(new Misdeclared(), Map.of()).err())
        .contains("--loud needs fallbackValue");
  }

  private static String errorOf(String file) {
    RunOfProgram run = RunOfProgram.of(new Sample(), Map.of(), "show", "--config", file);
    assertThat(run.exitCode()).isEqualTo(78);
    return run.err();
  }

  private static String show(Map<String, String> environment, String... arguments) {
    String[] line = new String[arguments.length + 1];
    line[0] = "show";
    System.arraycopy(arguments, 0, line, 1, arguments.length);
    RunOfProgram run = RunOfProgram.of(new Sample(), environment, line);
    assertThat(run.err()).isEmpty();
    return run.out();
  }

  private String file(String content) throws IOException {
    return Files.writeString(folder.resolve("settings.properties"), content).toString();
  }

  @Command(name = "misdeclared")
  static final class Misdeclared implements Runnable {
    @Option(names = "--loud")
    boolean loud;

    @Override
    public void run() {}
  }
}
