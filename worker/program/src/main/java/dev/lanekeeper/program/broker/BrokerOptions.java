package dev.lanekeeper.program.broker;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.settings.Secrets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientConfigurationBuilder;
import org.apache.rocketmq.client.apis.StaticSessionCredentialsProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * How to reach RocketMQ; a picocli mixin. Filled by picocli, then only read. The credentials are no
 * options: they come from {@code LANEKEEPER_ACCESS_KEY} and {@code LANEKEEPER_SECRET_KEY}, or from
 * the files that these variables name with {@code _FILE} behind, and are never printed.
 */
public final class BrokerOptions {
  @Option(
      names = "--endpoints",
      paramLabel = "HOST:PORT",
      converter = EndpointsConverter.class,
      defaultValue = "127.0.0.1:8081",
      description = "The RocketMQ proxy, or several as IP:PORT;IP:PORT (${DEFAULT-VALUE}).")
  private Endpoints endpoints = Endpoints.parse("127.0.0.1:8081");

  @Option(
      names = "--tls",
      negatable = true,
      fallbackValue = "true",
      description =
          "Encrypt the connection. By default off when the endpoints are localhost, "
              + "127.x.x.x or [::1], and on otherwise. The client does not check the proxy's "
              + "certificate.")
  private @Nullable Boolean tls;

  @Option(
      names = "--request-timeout",
      paramLabel = "DURATION",
      defaultValue = "3s",
      description = "How long to wait for an answer of the proxy (${DEFAULT-VALUE}).")
  private Duration requestTimeout = Duration.ofSeconds(3);

  @Option(
      names = "--client-log-dir",
      paramLabel = "DIR",
      description =
          "Where the RocketMQ client writes its own log, 40 MB at most. By default a folder "
              + "of this user in the system's temporary folder; without a log when it cannot be "
              + "written.")
  private @Nullable Path clientLogDir;

  @Option(
      names = "--client-log-level",
      paramLabel = "LEVEL",
      defaultValue = "warn",
      description =
          "What the RocketMQ client logs: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}). Stack "
              + "traces are shortened to their root cause, but for debug.")
  private ClientLogLevel clientLogLevel = ClientLogLevel.WARN;

  public Endpoints endpoints() {
    return endpoints;
  }

  public boolean tls() {
    return tls == null ? !endpoints.areLoopback() : tls;
  }

  public Duration requestTimeout() {
    return requestTimeout;
  }

  /** {@link #clientConfiguration(Map)} with the credentials in this process's environment. */
  public ClientConfiguration clientConfiguration() {
    return clientConfiguration(System.getenv());
  }

  /**
   * Returns the configuration for a client's builder, and directs the client's log. Call it before
   * any other class of the client is touched, since they open the log as they load.
   *
   * @param environment where the credentials are
   * @throws ProgramException when the credentials are incomplete or unreadable
   */
  public ClientConfiguration clientConfiguration(Map<String, String> environment) {
    ClientLog.direct(clientLogDir, clientLogLevel);
    ClientConfigurationBuilder builder =
        ClientConfiguration.newBuilder()
            .setEndpoints(endpoints.toString())
            .enableSsl(tls())
            .setRequestTimeout(requestTimeout)
            .setMaxStartupAttempts(1); // Later attempts hide the cause: rocketmq-clients#1133.
    credentials(environment).ifPresent(builder::setCredentialProvider);
    return builder.build();
  }

  private static Optional<StaticSessionCredentialsProvider> credentials(
      Map<String, String> environment) {
    Optional<String> accessKey = Secrets.read(environment, "LANEKEEPER_ACCESS_KEY");
    Optional<String> secretKey = Secrets.read(environment, "LANEKEEPER_SECRET_KEY");
    if (accessKey.isPresent() != secretKey.isPresent()) {
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          "of LANEKEEPER_ACCESS_KEY and LANEKEEPER_SECRET_KEY only one is set; set both or neither");
    }
    return accessKey.map(
        access -> new StaticSessionCredentialsProvider(access, secretKey.orElseThrow()));
  }
}
