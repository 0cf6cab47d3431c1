package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.ExitCode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * All that was found. Immutable.
 *
 * @param findings in the order of the checks
 */
public record Diagnosis(List<Finding> findings) {
  public Diagnosis {
    findings = List.copyOf(findings);
  }

  /** The first of the worst findings, where one stands against a start. */
  public Optional<Finding> obstacle() {
    return obstacles().stream()
        .max(Comparator.comparing(Finding::severity))
        .flatMap(
            worst ->
                findings.stream()
                    .filter(found -> found.severity() == worst.severity())
                    .findFirst());
  }

  /** The findings that stand against a start. */
  public List<Finding> obstacles() {
    return findings.stream().filter(found -> !found.severity().allowsStart()).toList();
  }

  /** 0 when a worker may start, 69 when something does not answer, 78 when it would be unsafe. */
  public ExitCode exitCode() {
    return obstacle()
        .map(
            worst ->
                worst.severity() == Severity.ERROR ? ExitCode.CONFIGURATION : ExitCode.UNAVAILABLE)
        .orElse(ExitCode.OK);
  }
}
