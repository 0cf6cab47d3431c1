package dev.lanekeeper.program.broker;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.settings.Secret;
import dev.lanekeeper.program.settings.Tuning;
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
  @Tuning(why = "where your proxy is; name several where a cluster has them")
  private Endpoints endpoints = Endpoints.parse("127.0.0.1:8081");

  @Option(
      names = "--tls",
      negatable = true,
      fallbackValue = "true",
      description =
          "Encrypt the connection. By default off when the endpoints are localhost, "
              + "127.x.x.x or [::1], and on otherwise. The client does not check the proxy's "
              + "certificate.")
  @Tuning(
      why =
          "a proxy that is not on this machine and has no TLS; the client does not check its certificate",
      rarely = true,
      byDefault = "off for loopback, else on")
  private @Nullable Boolean tls;

  @Option(
      names = "--request-timeout",
      paramLabel = "DURATION",
      defaultValue = "3s",
      description = "How long to wait for an answer of the proxy (${DEFAULT-VALUE}).")
  @Tuning(
      why = "a network on which answers take longer; in push mode stopping takes longer too",
      rarely = true)
  private Duration requestTimeout = Duration.ofSeconds(3);

  @Option(
      names = "--client-log-dir",
      paramLabel = "DIR",
      description =
          "Where the RocketMQ client writes its own log, 40 MB at most. By default a folder "
              + "of this user in the system's temporary folder; without a log when it cannot be "
              + "written.")
  @Tuning(
      why =
          "keep the RocketMQ client's own log; in a container name a volume, or it is gone with it",
      rarely = true,
      byDefault = "a folder of yours in the temporary folder")
  private @Nullable Path clientLogDir;

  @Option(
      names = "--client-log-level",
      paramLabel = "LEVEL",
      defaultValue = "warn",
      description =
          "What the RocketMQ client logs: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}). Stack "
              + "traces are shortened to their root cause, but for debug.")
  @Tuning(
      why = "`debug` to look into the client; `off` where its file is not wanted",
      rarely = true)
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

  /**
   * Whether there are credentials in this process's environment, so that requests are signed.
   *
   * @throws ProgramException when they are incomplete or unreadable
   */
  public static boolean haveCredentials() {
    return credentials(System.getenv()).isPresent();
  }

  /**
   * Looks at the credentials without using them.
   *
   * @throws ProgramException when they are incomplete or unreadable
   */
  public static void checkCredentials(Map<String, String> environment) {
    credentials(environment);
  }

  private static Optional<StaticSessionCredentialsProvider> credentials(
      Map<String, String> environment) {
    Optional<String> accessKey = Secret.ACCESS_KEY.read(environment);
    Optional<String> secretKey = Secret.SECRET_KEY.read(environment);
    if (accessKey.isPresent() != secretKey.isPresent()) {
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          "of LANEKEEPER_ACCESS_KEY and LANEKEEPER_SECRET_KEY only one is set; set both or neither");
    }
    return accessKey.map(
        access -> new StaticSessionCredentialsProvider(access, secretKey.orElseThrow()));
  }
}
