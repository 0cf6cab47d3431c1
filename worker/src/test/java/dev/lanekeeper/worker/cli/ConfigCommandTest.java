package dev.lanekeeper.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code config show} and {@code config check} say. */
class ConfigCommandTest {
  private static final String PASSWORD = "open-sesame";

  @TempDir private Path folder = Path.of("");

  @Test
  void showTellsWhereEachSettingComesFrom() throws IOException {
    Path file = file("concurrency=8\nmax-attempts=7\n");
    Run run =
        run(
            Map.of("LANEKEEPER_MAX_ATTEMPTS", "6", "LANEKEEPER_TLS", "true"),
            "show",
            "--origin",
            "--config",
            file.toString(),
            "--topic",
            "orders",
            "--no-purge");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.row("topic")).isEqualTo("orders flag");
    assertThat(run.row("purge")).isEqualTo("false flag");
    assertThat(run.row("max-attempts")).isEqualTo("6 LANEKEEPER_MAX_ATTEMPTS in the environment");
    assertThat(run.row("tls")).isEqualTo("true LANEKEEPER_TLS in the environment");
    assertThat(run.row("concurrency")).isEqualTo("8 concurrency in " + file);
    assertThat(run.row("invisible-time")).isEqualTo("30s default");
    assertThat(run.row("db-pool-size")).isEqualTo("--concurrency and 3 default");
    assertThat(run(Map.of(), "show").row("topic")).isEqualTo("ledger");
  }

  @Test
  void showIsReadableForProgramsToo() {
    Run run = run(Map.of(), "show", "--origin", "--output", "json", "--mode", "push");
    JsonNode settings = JsonMapper.shared().readTree(run.out());
    assertThat(settings.valueStream())
        .anySatisfy(
            setting -> {
              assertThat(setting.path("setting").asString()).isEqualTo("mode");
              assertThat(setting.path("value").asString()).isEqualTo("push");
              assertThat(setting.path("origin").asString()).isEqualTo("flag");
            });
  }

  @Test
  void secretsAreMaskedWhereverTheyStand() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), PASSWORD);
    Map<String, String> environment =
        Map.of(
            "LANEKEEPER_DB_PASSWORD",
            PASSWORD,
            "LANEKEEPER_ACCESS_KEY",
            PASSWORD,
            "LANEKEEPER_SECRET_KEY_FILE",
            secret.toString(),
            "LANEKEEPER_DB",
            "jdbc:postgresql://host/db?user=me&password=" + PASSWORD);

    Run shown = run(environment, "show", "--origin");
    assertThat(shown.out() + shown.err()).doesNotContain(PASSWORD);
    assertThat(shown.row("db-password")).isEqualTo("*** LANEKEEPER_DB_PASSWORD in the environment");
    assertThat(shown.row("secret-key"))
        .isEqualTo("*** LANEKEEPER_SECRET_KEY_FILE in the environment");
    assertThat(shown.row("db")).startsWith("jdbc:postgresql://host/db?user=me&password=***");

    Run wrong = run(environment, "check", "--max-attempts", "0");
    assertThat(wrong.exitCode()).isEqualTo(64);
    assertThat(wrong.out() + wrong.err()).doesNotContain(PASSWORD);
  }

  @Test
  void whatTheHttpHandlerSignsAndAsksWithIsNotShown() throws IOException {
    Path secret = Files.writeString(folder.resolve("signing"), "whsec_" + PASSWORD);
    String[] arguments = {
      "show",
      "--verbose",
      "--handler=http",
      "--http-url=https://shop.example/events?token=" + PASSWORD,
      "--http-secret-file=" + secret
    };
    Run shown = run(Map.of(), arguments);
    assertThat(shown.exitCode()).isZero();
    assertThat(shown.row("http-url")).isEqualTo("https://shop.example/events?token=***");
    assertThat(shown.row("http-secret-file")).isEqualTo(secret.toString());
    assertThat(shown.out() + shown.err()).doesNotContain(PASSWORD);

    arguments[0] = "check";
    Run wrong = run(Map.of(), arguments);
    assertThat(wrong.exitCode()).isEqualTo(78);
    assertThat(wrong.err()).contains("what stands behind whsec_ is no base64");
    assertThat(wrong.out() + wrong.err()).doesNotContain(PASSWORD);
  }

  @Test
  void checkTellsAllThatIsWrongAtOnce() throws IOException {
    Path file =
        file("max-atempts=5\nzebra=1\nconcurrency=many\ndb-password=x\ninvisible-time=1s\n");
    Run run =
        run(
            Map.of(
                "LANEKEEPER_WATCHDOG", "soon",
                "LANEKEEPER_TOPICS", "a",
                "LANEKEEPER_ACCESS_KEY", "alone",
                "LANEKEEPER_RECEIVE_BATCH", "33"),
            "check",
            "--config",
            file.toString());

    assertThat(run.exitCode()).isEqualTo(78);
    assertThat(run.err())
        .contains("unknown variable 'LANEKEEPER_TOPICS'; did you mean 'LANEKEEPER_TOPIC'?\n")
        .contains(file + ": unknown setting 'max-atempts'; did you mean 'max-attempts'?\n")
        .contains(file + ": unknown setting 'zebra'\n")
        .contains(file + ": 'db-password' is a secret and does not stand here")
        .contains("'many' is not an int (from concurrency in " + file + ")\n")
        .contains("'soon' is not a duration")
        .contains("(from LANEKEEPER_WATCHDOG in the environment)\n")
        .contains("error: --invisible-time has to be from 10s to 12h\n")
        .contains("error: --receive-batch has to be from 1 to 32\n")
        .contains("only one is set");
    assertThat(run.err().lines().filter(line -> line.startsWith("error: "))).hasSize(9);
  }

  @Test
  void wrongFlagsAreToldAllAtOnceToo() {
    Run run = run(Map.of(), "check", "--max-attempt", "4", "--concurrency=x", "--watchdog", "y");
    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err())
        .contains("unknown option '--max-attempt'; did you mean '--max-attempts'?")
        .contains("'x' is not an int")
        .contains("'y' is not a duration");
    assertThat(run.err().lines().filter(line -> line.startsWith("error: "))).hasSize(3);
  }

  @Test
  void boundsAreCheckedAsRunChecksThem() {
    Run run =
        run(
            Map.of(),
            "check",
            "--max-held=0",
            "--max-attempts=0",
            "--lock-timeout=0s",
            "--db-pool-size=1",
            "--inbox-retention=1d",
            "--group-retention=1d",
            "--first-sequence=2",
            "--drain-timeout=1s");
    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err().lines().filter(line -> line.startsWith("error: "))).hasSize(8);
  }

  @Test
  void variablesOfOthersAreLeftAlone() {
    Run run =
        run(
            Map.of(
                "LANEKEEPER_IN_FLIGHT", "64", // the producer-tool's
                "LANEKEEPER_SERVICE_HOST", "10.0.0.1", // Kubernetes's
                "LANEKEEPER_PORT_9464_TCP", "tcp://10.0.0.1:9464",
                "LANEKEEPER_UNLIKE_ANYTHING", "1"),
            "check");
    assertThat(run).isEqualTo(new Run(0, "the settings are sound\n", ""));
  }

  @Test
  void helpIsPrintedWhateverTheSettings() throws IOException {
    Run run = run(Map.of(), "check", "--config", file("zebra=1").toString(), "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("--invisible-time");
  }

  private record Run(int exitCode, String out, String err) {

    /** What stands behind a name, with single spaces. */
    String row(String name) {
      return out.lines()
          .filter(line -> line.startsWith(name + " "))
          .map(line -> line.substring(name.length()).strip().replaceAll(" +", " "))
          .findFirst()
          .orElse("");
    }
  }

  private static Run run(Map<String, String> environment, String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "config";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new Program(environment, new PrintWriter(out), new PrintWriter(err))
            .run(WorkerCommand.line((message, handle) -> Optional.empty()), all);
    return new Run(exitCode, out.toString(), err.toString());
  }

  private Path file(String content) throws IOException {
    return Files.writeString(folder.resolve("worker.properties"), content);
  }
}
