package dev.lanekeeper.worker.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.worker.testing.JavaProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The seam through which tests kill workers. */
class FaultPointsTest {
  private static final int SIGKILL = 128 + 9;

  @TempDir Path folder = Path.of("");

  /** Passes a step three times, and tells of each. */
  static final class Passer {
    private Passer() {}

    public static void main(String[] arguments) {
      FaultPoints faults = FaultPoints.ofThisProcess();
      for (int i = 1; i <= 3; i++) {
        faults.passed(Step.COMMITTED);
        faults.passed(Step.ACKNOWLEDGED);
        System.out.println("passing " + i);
      }
    }
  }

  @Test
  void killsTheProcessAtTheNthPassingOfTheStep() throws InterruptedException {
    JavaProcess.Result result = passer("-Dlanekeeper.fault=committed:2");
    assertThat(result.exitCode()).as(result.stderr()).isEqualTo(SIGKILL);
    assertThat(result.stdout()).contains("passing 1").doesNotContain("passing 2");
    assertThat(result.stderr()).contains("kills itself at committed:2");
  }

  @Test
  void isInertWithoutTheProperty() throws InterruptedException {
    JavaProcess.Result result = passer("-Dunrelated=true");
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).contains("passing 3");
    assertThat(result.stderr()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "comitted", "committed:0", "committed:x", "committed:", ":1"})
  void refusesWhatNamesNoStep(String setting) {
    assertThatThrownBy(() -> FaultPoints.of(setting))
        .isInstanceOf(ProgramException.class)
        .hasMessageContaining("group-locked");
  }

  private JavaProcess.Result passer(String property) throws InterruptedException {
    return JavaProcess.start(
            folder,
            Map.of(),
            List.of(property, "-cp", System.getProperty("java.class.path"), Passer.class.getName()))
        .await(Duration.ofSeconds(30));
  }
}
