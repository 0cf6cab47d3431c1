package dev.lanekeeper.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the producer-tool's dry run is told, and what not. */
class LedgerDryRunTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "LANEKEEPER_CONFIG",
        "LANEKEEPER_DB_PASSWORD",
        "LANEKEEPER_DB_PASSWORD_FILE",
        "LANEKEEPER_SECRET_KEY",
        "LANEKEEPER_TOPIC",
        "LANEKEEPER_RECEIPTS",
        "LANEKEEPER_NEWER_SETTING"
      })
  void workersSettingsStayWithTheWorker(String variable) {
    assertThat(LedgerDryRun.isOwn(variable)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LANEKEEPER_INPUT_FORMAT",
        "LANEKEEPER_ENCODING",
        "LANEKEEPER_NUMBER_FORMAT",
        "LANEKEEPER_GROUP_FIELD",
        "LANEKEEPER_TYPE",
        "PATH",
        "JAVA_TOOL_OPTIONS"
      })
  void howALedgerIsReadIsPassedOn(String variable) {
    assertThat(LedgerDryRun.isOwn(variable)).isFalse();
  }
}
