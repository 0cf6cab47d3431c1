package dev.lanekeeper.worker.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
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

  @DisplayName("What a dry run leaves out is read of its summary, and of none nothing")
  @Test
  void whatIsLeftOutIsReadOfTheSummary() {
    String summary =
        "{\"left_out\":3,\"incomplete_orders\":[{\"order_id\":\"A\",\"left_out_from_seq\":2},"
            + "{\"order_id\":\"B\"}]}";

    assertThat(LeftOutOrders.of(summary.getBytes(UTF_8)))
        .isEqualTo(new LeftOutOrders(3, List.of(new LeftOutOrders.Order("A", 2))));
    assertThat(LeftOutOrders.of(new byte[0]).isEmpty()).isTrue();
    assertThat(LeftOutOrders.of("{\"left_out\":0}".getBytes(UTF_8)).isEmpty()).isTrue();
  }
}
