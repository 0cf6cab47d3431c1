package dev.lanekeeper.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchmarkCommandTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --messages 99          | --messages: give at least 100
          --messages many        | is not an int
          --warm-up 0            | --warm-up: give at least 1
          --groups 20001         | --groups: give a number from 1 to --messages
          --repetitions 0        | --repetitions: give at least 1
          --databases oracle     | but was
          --pauses -1            | --pauses: give milliseconds from 0
          --distributions normal | but was
          --variants z           | but was
          --concurrency 0        | --concurrency: give at least 1
          --heap much            | --heap: give a number and m or g, such as 512m
          --broker-jar none.jar  | none.jar is not there; build it
          --growth 1000,0        | --growth: give groups from 1
          --inbox -1             | --inbox: give rows from 0
          --speed 9              | Unknown option
          """)
  @DisplayName("an option that makes no sense ends with 64 and says what would")
  void refused(String arguments, String problem) {
    StringWriter err = new StringWriter();
    int code = Main.line().setErr(new PrintWriter(err, true)).execute(arguments.split(" ", -1));
    assertThat(err.toString()).contains(problem);
    assertThat(code).isEqualTo(64);
  }
}
