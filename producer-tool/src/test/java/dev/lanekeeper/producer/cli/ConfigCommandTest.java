package dev.lanekeeper.producer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.Program;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The settings of {@code replay}, as {@code config} shows and checks them. */
class ConfigCommandTest {

  @Test
  void showTellsWhereEachSettingComesFrom() {
    Run run =
        run(
            Map.of("LANEKEEPER_IN_FLIGHT", "64", "LANEKEEPER_SECRET_KEY", "open-sesame"),
            "show",
            "--origin",
            "--topic=orders");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern("in-flight +64 +LANEKEEPER_IN_FLIGHT in the environment")
        .containsPattern("topic +orders +flag")
        .containsPattern("request-timeout +3s +default")
        .containsPattern("secret-key +\\*\\*\\* ")
        .doesNotContain("open-sesame");
  }

  @Test
  void checkTellsAllThatIsWrongAtOnce() {
    Run run =
        run(
            Map.of("LANEKEEPER_IN_FLIGTH", "64", "LANEKEEPER_SECRET_KEY", "alone"),
            "check",
            "--in-flight=0");
    assertThat(run.exitCode()).isEqualTo(78);
    assertThat(run.err())
        .contains("unknown variable 'LANEKEEPER_IN_FLIGTH'; did you mean 'LANEKEEPER_IN_FLIGHT'?")
        .contains("--in-flight")
        .contains("only one is set");
    assertThat(run.err().lines().filter(line -> line.startsWith("error: "))).hasSize(3);
  }

  /** Public case A9. */
  @DisplayName("Names that RocketMQ does not take are refused before anything is connected to")
  @Test
  void namesThatRocketMqDoesNotTakeAreRefused() {
    for (String name : List.of("t".repeat(200), "a b%", "")) {
      assertRefused("--topic has to be 1 to 127", "config", "check", "--topic=" + name);
      assertRefused("--topic has to be 1 to 127", "replay", "--topic=" + name, "no.csv");
      assertRefused("--topic has to be 1 to 127", "split", "--topic=" + name);
      assertRefused("--ledger-topic has to be 1 to", "split", "--ledger-topic=" + name);
      assertRefused("--group has to be 1 to 120", "split", "--group=" + name);
      assertRefused("--ledger-topic has to be 1 to", "batch", "--ledger-topic=" + name, "no.csv");
      assertRefused("--topic has to be 1 to 127", "relay", "--topic=" + name);
    }
    assertRefused(
        "--ledger-topic and --group together (now 120) has to be at most 119",
        "split",
        "--ledger-topic=" + "t".repeat(60),
        "--group=" + "g".repeat(60));
  }

  private static void assertRefused(String problem, String... arguments) {
    Run run = runLine(Map.of(), arguments);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(64);
    assertThat(run.err()).contains("error: " + problem);
  }

  private record Run(int exitCode, String out, String err) {}

  private static Run run(Map<String, String> environment, String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "config";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return runLine(environment, all);
  }

  private static Run runLine(Map<String, String> environment, String... all) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new Program(environment, new PrintWriter(out), new PrintWriter(err))
            .run(ProducerTool.line(), all);
    return new Run(exitCode, out.toString(), err.toString());
  }
}
