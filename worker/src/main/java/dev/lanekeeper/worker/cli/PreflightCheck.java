package dev.lanekeeper.worker.cli;

import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.worker.config.Preflight;
import dev.lanekeeper.worker.doctor.Diagnosis;
import dev.lanekeeper.worker.doctor.Finding;
import dev.lanekeeper.worker.doctor.Severity;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets a worker start, or not, by what the doctor found. Immutable. */
final class PreflightCheck {
  private static final Logger log = LoggerFactory.getLogger(PreflightCheck.class);

  private final Preflight mode;

  PreflightCheck(Preflight mode) {
    this.mode = mode;
  }

  /**
   * Makes the checks, and logs each warning; what stands against a start is refused or logged.
   *
   * @throws ProgramException when it is enforced, and something stands against a start
   */
  void pass(Supplier<Diagnosis> examination) {
    switch (mode) {
      case OFF -> {}
      case WARN -> warn(examination.get());
      case ENFORCE -> {
        Diagnosis diagnosis = examination.get();
        List<Finding> obstacles = diagnosis.obstacles();
        if (!obstacles.isEmpty()) {
          throw refusal(diagnosis, obstacles.size() - 1);
        }
        warn(diagnosis);
      }
    }
  }

  private static void warn(Diagnosis diagnosis) {
    diagnosis.findings().stream()
        .filter(found -> found.severity().compareTo(Severity.WARNING) >= 0)
        .forEach(found -> log.warn("preflight: {}", found.line()));
  }

  private static ProgramException refusal(Diagnosis diagnosis, int others) {
    String more = others == 0 ? "" : " (%d more findings: see worker.jar doctor)".formatted(others);
    return new ProgramException(
        diagnosis.exitCode(), diagnosis.obstacle().orElseThrow().line() + more);
  }
}
