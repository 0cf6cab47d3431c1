package dev.lanekeeper.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ProgramTest {

  @Test
  void commandThatEndsWellExitsWithNought() {
    assertThat(run("show")).isEqualTo(new RunOfProgram(0, "3 PT1S [] false false\n", ""));
  }

  @ParameterizedTest
  @EnumSource(names = "OK", mode = EnumSource.Mode.EXCLUDE)
  void expectedFailureIsOnePlainLineAndItsExitCode(ExitCode exitCode) {
    assertThat(run("show", "--expect", exitCode.name()))
        .isEqualTo(new RunOfProgram(exitCode.code(), "", "error: it is " + exitCode + "\n"));
  }

  @Test
  void unexpectedFailureIsOneLineThatSaysHowToSeeMore() {
    RunOfProgram run = run("show", "--fail");

    assertThat(run.exitCode()).isEqualTo(70);
    assertThat(run.err())
        .isEqualTo(
            "error: internal: java.lang.IllegalStateException: out of"
                + " (run with --verbose for the stack trace)\n");
  }

  @Test
  void verboseShowsTheStackTrace() {
    assertThat(run("show", "--fail", "--verbose").err())
        .startsWith("error: internal: java.lang.IllegalStateException: out of\n")
        .contains("\tat dev.lanekeeper.program.Sample$Show.call");
    assertThat(run("show", "--expect", "DATA", "--verbose").err())
        .startsWith("error: it is DATA\n")
        .contains("Caused by: java.lang.RuntimeException: because");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          show --max-attempt 4     | unknown option '--max-attempt'; did you mean '--max-attempts'?
          show --no-chekc          | unknown option '--no-chekc'; did you mean '--no-check'?
          shwo                     | unknown argument 'shwo'; did you mean 'show'?
          show --zzz=secret        | unknown option '--zzz'
          show --max-attempts many | Invalid value for option '--max-attempts': 'many' is not an int
          """)
  void wrongCommandLineIsToldWithASuggestion(String line, String error) {
    RunOfProgram run = run(line.split(" "));

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("error: " + error + "\n").contains("--help'.");
  }

  @Test
  void commandIsAskedForWhenNoneIsGiven() {
    RunOfProgram run = run();

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err()).startsWith("error: Missing required subcommand");
  }

  @Test
  void helpAndVersionGoToStandardOutput() {
    assertThat(run("show", "--help").out()).startsWith("Usage: sample show");
    assertThat(run("show", "--version")).isEqualTo(new RunOfProgram(0, "sample development\n", ""));
    assertThat(run("--version").out()).isEqualTo("sample development\n");
  }

  @Test
  void argumentThatBeginsWithAnAtSignIsNoFileOfArguments() {
    assertThat(run("show", "--tag", "@nothing").out()).contains("[@nothing]");
  }

  @Test
  void standardOutputThatWasClosedIsAnError() {
    StringWriter err = new StringWriter();
    OutputStream closed =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("Broken pipe");
          }
        };

    int code =
        new Program(Map.of(), new PrintWriter(closed, false, UTF_8), new PrintWriter(err))
            .run(new Sample(), "show");

    assertThat(code).isEqualTo(74);
    assertThat(err)
        .hasToString("error: standard output was closed before everything was written\n");
  }

  private static RunOfProgram run(String... arguments) {
    return RunOfProgram.of(new Sample(), Map.of(), arguments);
  }
}
