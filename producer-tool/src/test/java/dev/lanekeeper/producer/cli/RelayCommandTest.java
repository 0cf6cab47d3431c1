package dev.lanekeeper.producer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.producer.relay.RelayCounts;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import org.junit.jupiter.api.Test;

class RelayCommandTest {
  @Test
  void groupsThatWaitForAMissingNumberAreNoEndAsWished() {
    assertThatThrownBy(() -> RelayCommand.requireNothingLeft(new RelayCounts(5, 1, 0, 2, 7), 2))
        .isInstanceOfSatisfying(
            ProgramException.class, left -> assertThat(left.exitCode()).isEqualTo(ExitCode.DATA))
        .hasMessageStartingWith(
            "2 message groups wait for a number that is not there, the first for 7");
    assertThatCode(() -> RelayCommand.requireNothingLeft(new RelayCounts(5, 1, 0, 0, 0), 0))
        .doesNotThrowAnyException();
  }
}
