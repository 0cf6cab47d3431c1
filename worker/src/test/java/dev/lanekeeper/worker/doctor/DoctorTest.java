package dev.lanekeeper.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.broker.ClientFailure;
import dev.lanekeeper.program.broker.Endpoints;
import dev.lanekeeper.worker.backlog.TopicReader.Kept;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
          "--db 'url'",
          Optional.of(Duration.ofDays(4)),
          Optional.empty());

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
    assertThat(new CredentialsCheck(answers, NEEDS, true).examine())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.severity()).isEqualTo(Severity.ERROR);
              assertThat(found.mend()).contains("LANEKEEPER_ACCESS_KEY", "Topic:topic,Group:group");
            });
    assertThat(new CredentialsCheck(answers, NEEDS, false).examine())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.severity()).isEqualTo(Severity.ERROR);
              assertThat(found.what()).contains("asks for credentials, and there are none");
              assertThat(found.mend()).contains("LANEKEEPER_ACCESS_KEY").doesNotContain("mqadmin");
            });
  }

  @Test
  void encryptionIsNotTakenForProofOfWhoAnswers() {
    BrokerAnswers answers =
        new BrokerAnswers(
            List.of(
                new BrokerAnswers.AtAddress(
                    "h:1", new Answer.Failed<>(ClientFailure.TOPIC_NOT_FOUND, "no"))),
            new Answer.Failed<>(ClientFailure.TOPIC_NOT_FOUND, "no"));
    assertThat(new EndpointsCheck(answers, true).examine())
        .singleElement()
        .satisfies(
            found ->
                assertThat(found.what())
                    .isEqualTo("h:1 answers, with TLS, whose certificate is not checked"));
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
            "--db 'url'",
            Optional.of(Duration.ofDays(4)),
            Optional.empty());
    assertThat(new InvisibleTimeCheck(tight).examine())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.severity()).isEqualTo(Severity.WARNING);
              assertThat(found.mend()).isEqualTo("--invisible-time 30s");
            });
  }

  /** The default, 72 hours and up to a day until they are removed, is what 4 days are made for. */
  @ParameterizedTest
  @CsvSource({"72,OK,''", "48,OK,''", "73,WARNING,--redelivery-horizon 97h --inbox-retention 97h"})
  void messagesThatOutlastTheirRecordsAreTold(int hours, Severity severity, String mend) {
    Finding found = new RetentionCheck(NEEDS).judge(new Kept("broker-a", Duration.ofHours(hours)));
    assertThat(found.severity()).isEqualTo(severity);
    assertThat(found.what()).contains("broker-a keeps messages for " + hours + " h");
    assertThat(found.mend()).startsWith(mend);
  }

  @Test
  void messagesThatAGroupWouldSkipAreTold() {
    SkippedMessagesCheck check = new SkippedMessagesCheck(Endpoints.parse("127.0.0.1:9876"), NEEDS);
    assertThat(check.judge(0).severity()).isEqualTo(Severity.OK);
    Finding found = check.judge(7);
    assertThat(found.severity()).isEqualTo(Severity.WARNING);
    assertThat(found.what()).contains("would skip 7 messages");
    assertThat(found.mend()).contains("resetOffsetByTime", "-g group -t topic -s 0");
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
