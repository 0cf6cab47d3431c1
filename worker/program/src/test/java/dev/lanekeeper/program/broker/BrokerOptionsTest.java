package dev.lanekeeper.program.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.settings.DurationConverter;
import java.time.Duration;
import java.util.Map;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.SessionCredentials;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class BrokerOptionsTest {

  @Test
  void defaultsReachALocalProxyInPlainText() {
    ClientConfiguration configuration = parse().clientConfiguration(Map.of());

    assertThat(configuration.getEndpoints()).isEqualTo("127.0.0.1:8081");
    assertThat(configuration.isSslEnabled()).isFalse();
    assertThat(configuration.getRequestTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(configuration.getMaxStartupAttempts()).isEqualTo(1);
    assertThat(configuration.getCredentialsProvider()).isEmpty();
  }

  @Test
  void tlsIsOnWhereTheLineLeavesTheMachine() {
    assertThat(parse("--endpoints", "proxy.example:8081").tls()).isTrue();
    assertThat(parse("--endpoints", "proxy.example:8081", "--no-tls").tls()).isFalse();
    assertThat(parse("--tls").tls()).isTrue();
    assertThat(parse("--request-timeout", "500ms").requestTimeout())
        .isEqualTo(Duration.ofMillis(500));
  }

  @Test
  void credentialsComeFromTheEnvironment() throws Exception {
    SessionCredentials credentials =
        parse()
            .clientConfiguration(
                Map.of("LANEKEEPER_ACCESS_KEY", "user", "LANEKEEPER_SECRET_KEY", "s3cret"))
            .getCredentialsProvider()
            .orElseThrow()
            .getSessionCredentials();

    assertThat(credentials.getAccessKey()).isEqualTo("user");
    assertThat(credentials.getAccessSecret()).isEqualTo("s3cret");
  }

  @Test
  void halfTheCredentialsAreRefused() {
    assertThatThrownBy(() -> parse().clientConfiguration(Map.of("LANEKEEPER_SECRET_KEY", "s3cret")))
        .isInstanceOf(ProgramException.class)
        .hasMessageContaining("only one is set")
        .hasMessageNotContaining("s3cret");
  }

  private static BrokerOptions parse(String... arguments) {
    Holder holder = new Holder();
    new CommandLine(holder)
        .registerConverter(Duration.class, new DurationConverter())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .parseArgs(arguments);
    return holder.broker;
  }

  @Command
  static final class Holder {
    @Mixin BrokerOptions broker = new BrokerOptions();
  }
}
