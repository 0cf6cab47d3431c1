package dev.lanekeeper.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.broker.ClientFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoctorTest {
  static final Needs NEEDS =
      new Needs(
          "topic",
          "group",
          true,
          16,
          19,
          5,
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          false,
          "--db 'url'");

  @Test
  void checkThatFailsHidesNoOther() {
    Diagnosis diagnosis =
        new Doctor(
                List.of(
                    failing(new IllegalStateException("odd")),
                    failing(new ProgramException(ExitCode.UNAVAILABLE, "away")),
                    new InvisibleTimeCheck(NEEDS)))
            .examine();
    assertThat(diagnosis.findings())
        .extracting(Finding::severity)
        .containsExactly(Severity.UNREACHABLE, Severity.UNREACHABLE, Severity.OK);
    assertThat(diagnosis.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
  }

  @Test
  void whatIsUnsafeOutweighsWhatIsAway() {
    Finding away = Finding.unreachable("a", "away", "", "");
    Finding unsafe = Finding.error("b", "unsafe", "", "");
    Diagnosis diagnosis = new Diagnosis(List.of(away, unsafe));
    assertThat(diagnosis.exitCode()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(diagnosis.obstacle()).contains(unsafe);
    assertThat(new Diagnosis(List.of(Finding.warning("c", "so so", "", ""))).exitCode())
        .isEqualTo(ExitCode.OK);
  }

  @ParameterizedTest
  @CsvSource({"REFUSED,UNREACHABLE", "BROKER_ERROR,UNREACHABLE", "UNAUTHORIZED,NOTE"})
  void orderThatNobodyVouchesForIsNoReasonToStart(ClientFailure kind, Severity severity) {
    BrokerAnswers answers =
        new BrokerAnswers(
            List.of(new BrokerAnswers.AtAddress("h:1", new Answer.Failed<>(kind, "no"))),
            new Answer.Failed<>(kind, "no"));
    assertThat(new TopicCheck(answers, NEEDS).examine())
        .singleElement()
        .extracting(Finding::severity)
        .isEqualTo(severity);
    assertThat(new GroupCheck(answers, NEEDS).examine())
        .singleElement()
        .extracting(Finding::severity)
        .isEqualTo(severity);
  }

  @Test
  void refusedCredentialsAreTold() {
    BrokerAnswers answers =
        new BrokerAnswers(
            List.of(
                new BrokerAnswers.AtAddress(
                    "h:1", new Answer.Failed<>(ClientFailure.UNAUTHORIZED, "no"))),
            new Answer.Failed<>(ClientFailure.UNAUTHORIZED, "no"));
    assertThat(new CredentialsCheck(answers, NEEDS).examine())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.severity()).isEqualTo(Severity.ERROR);
              assertThat(found.mend()).contains("LANEKEEPER_ACCESS_KEY", "Topic:topic,Group:group");
            });
  }

  @ParameterizedTest
  @CsvSource({"TLS_MISMATCH,true,ERROR,--no-tls", "TLS_MISMATCH,false,ERROR,--tls"})
  void encryptionThatDoesNotMatchIsTold(
      ClientFailure kind, boolean tls, Severity severity, String mend) {
    BrokerAnswers answers =
        new BrokerAnswers(
            List.of(new BrokerAnswers.AtAddress("h:1", new Answer.Failed<>(kind, "no"))),
            new Answer.Failed<>(kind, "no"));
    assertThat(new EndpointsCheck(answers, tls).examine())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.severity()).isEqualTo(severity);
              assertThat(found.mend()).startsWith(mend);
            });
  }

  @ParameterizedTest
  @CsvSource({
    "5.0.6,ERROR",
    "5.0.7,WARNING",
    "5.0.8,WARNING",
    "5.1.0,OK",
    "5.2.0,OK",
    "unknown,NOTE"
  })
  void clientsWithKnownFaultsAreNamed(String version, Severity severity) {
    assertThat(VersionsCheck.client(version).severity()).isEqualTo(severity);
  }

  @ParameterizedTest
  @CsvSource({"0,OK", "1,OK", "-1,OK", "4,WARNING", "-4,WARNING", "3600,WARNING"})
  void clockThatIsOffIsTold(long seconds, Severity severity) {
    Instant now = Instant.parse("2026-11-30T08:00:00Z");
    assertThat(ClockCheck.judge(now, now.plusSeconds(seconds), now.plusMillis(5)).severity())
        .isEqualTo(severity);
  }

  @Test
  void invisibleTimeBelowTheStatementTimeoutIsTold() {
    Needs tight =
        new Needs(
            "topic",
            "group",
            true,
            16,
            19,
            5,
            Duration.ofSeconds(10),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            false,
            "--db 'url'");
    assertThat(new InvisibleTimeCheck(tight).examine())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.severity()).isEqualTo(Severity.WARNING);
              assertThat(found.mend()).isEqualTo("--invisible-time 30s");
            });
  }

  private static Check failing(RuntimeException failure) {
    return new Check() {
      @Override
      public String name() {
        return "failing";
      }

      @Override
      public List<Finding> examine() {
        throw failure;
      }
    };
  }
}
