package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.database.Database;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at everything that a worker rests on, and hides nothing: a check that fails is a finding,
 * and the others are made all the same. It changes nothing, at the broker or in the database. Not
 * thread-safe.
 */
public final class Doctor {
  private final List<Check> checks;

  Doctor(List<Check> checks) {
    this.checks = List.copyOf(checks);
  }

  /**
   * Examines the broker, the database and the settings.
   *
   * @param database open, and left open
   */
  public static Diagnosis examine(BrokerOptions broker, Database database, Needs needs) {
    List<Check> checks = brokerChecks(broker, needs);
    checks.addAll(databaseChecks(database, needs));
    checks.addAll(settingChecks(needs));
    return new Doctor(checks).examine();
  }

  /** The same where the database could not be opened, which becomes a finding. */
  public static Diagnosis examine(
      BrokerOptions broker, ProgramException databaseFailure, Needs needs) {
    List<Check> checks = brokerChecks(broker, needs);
    checks.add(new ClosedDatabaseCheck(databaseFailure));
    checks.addAll(settingChecks(needs));
    return new Doctor(checks).examine();
  }

  /** The same where the database is a file that is yet to be made. */
  public static Diagnosis examineWithoutDatabase(BrokerOptions broker, Needs needs) {
    List<Check> checks = brokerChecks(broker, needs);
    checks.add(new MissingDatabaseCheck(needs));
    checks.addAll(settingChecks(needs));
    return new Doctor(checks).examine();
  }

  private static List<Check> brokerChecks(BrokerOptions broker, Needs needs) {
    BrokerAnswers answers = BrokerAnswers.ask(broker, needs.topic(), needs.consumerGroup());
    return new ArrayList<>(
        List.of(
            new EndpointsCheck(answers, broker.tls()),
            new CredentialsCheck(answers, needs, BrokerOptions.haveCredentials()),
            new TopicCheck(answers, needs),
            new GroupCheck(answers, needs),
            new RetriesCheck(answers, needs)));
  }

  private static List<Check> databaseChecks(Database database, Needs needs) {
    List<Check> checks =
        new ArrayList<>(
            List.of(
                new SchemaCheck(database, needs),
                new SessionCheck(database),
                new DurabilityCheck(database),
                new ClockCheck(database),
                new PoolCheck(database, needs)));
    if (needs.nameServers().isEmpty()) { // Else the brokers are asked, who know.
      checks.add(new StartOffsetCheck(database, needs));
    }
    return checks;
  }

  private static List<Check> settingChecks(Needs needs) {
    List<Check> checks =
        new ArrayList<>(
            List.of(new InvisibleTimeCheck(needs), new RetentionCheck(needs), new VersionsCheck()));
    needs.nameServers().ifPresent(at -> checks.add(new SkippedMessagesCheck(at, needs)));
    return checks;
  }

  Diagnosis examine() {
    List<Finding> findings = new ArrayList<>();
    for (Check check : checks) {
      try {
        findings.addAll(check.examine());
      } catch (ProgramException failure) {
        findings.add(failed(check, failure));
      } catch (RuntimeException failure) { // Whatever it is must not hide the other findings.
        findings.add(
            Finding.unknown(
                check.name(), "the check failed: " + failure, "it may be right or wrong"));
      }
    }
    return new Diagnosis(findings);
  }

  private static Finding failed(Check check, ProgramException failure) {
    return new Finding(
        check.name(),
        failure.exitCode() == ExitCode.UNAVAILABLE ? Severity.UNREACHABLE : Severity.ERROR,
        failure.getMessage(),
        "a worker fails in the same way",
        "see what was found");
  }
}
