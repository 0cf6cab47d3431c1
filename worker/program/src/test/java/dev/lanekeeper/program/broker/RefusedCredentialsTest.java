package dev.lanekeeper.program.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.time.Duration;
import java.util.Optional;
import org.apache.rocketmq.client.java.exception.UnauthorizedException;
import org.junit.jupiter.api.Test;

/** Wrong and missing credentials, which the proxy answers with the same code, are told apart. */
class RefusedCredentialsTest {
  @Test
  void wrongOnesAreNotShown() {
    ProgramException failure = explain(true, "user s3cret");

    assertThat(failure)
        .hasMessageContaining("127.0.0.1:8081 refuses these credentials")
        .hasMessageContaining("LANEKEEPER_ACCESS_KEY, LANEKEEPER_SECRET_KEY")
        .hasMessageEndingWith("rights on topic 'ledger' and consumer group 'orders'")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void missingOnesAreAskedFor() {
    assertThat(explain(false, "username cannot be null."))
        .hasMessage(
            "127.0.0.1:8081 asks for credentials, and there are none; set LANEKEEPER_ACCESS_KEY"
                + " and LANEKEEPER_SECRET_KEY");
  }

  private static ProgramException explain(boolean signs, String told) {
    ClientStart start =
        new ClientStart(
            Endpoints.parse("127.0.0.1:8081"),
            false,
            signs,
            "ledger",
            Optional.of("orders"),
            Duration.ofSeconds(1));
    ProgramException failure = start.explain(new UnauthorizedException(40100, "r", told));
    assertThat(failure.exitCode()).isEqualTo(ExitCode.CONFIGURATION);
    return failure;
  }
}
