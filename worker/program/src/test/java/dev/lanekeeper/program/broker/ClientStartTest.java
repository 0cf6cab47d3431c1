package dev.lanekeeper.program.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.java.exception.NotFoundException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ClientStartTest {
  private static final byte[] TLS_ALERT = {0x15, 3, 3, 0, 2, 2, 0x46, 0, 0, 0};

  @BeforeAll
  static void directTheLog(@TempDir Path folder) {
    ClientLog.direct(folder, ClientLogLevel.OFF);
  }

  @Test
  void closedPortIsAnUnavailableProxy() throws IOException {
    int port;
    try (ServerSocket socket = listen()) {
      port = socket.getLocalPort();
    }

    ProgramException failure = startFailure(port, false);

    assertThat(failure.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(failure)
        .hasMessageStartingWith("no RocketMQ proxy at 127.0.0.1:" + port + " (")
        .hasMessageContaining("Connection refused")
        .hasMessageEndingWith("is the proxy running? check --endpoints, --tls");
  }

  @Test
  void listenerThatSaysNothingIsGivenUp() throws IOException {
    try (ServerSocket silent = listen()) {
      ProgramException failure = startFailure(silent.getLocalPort(), false);

      assertThat(failure.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
      assertThat(failure).hasMessageContaining("(no answer in time)");
    }
  }

  @Test
  void plainTextToATlsProxyIsNamed() throws IOException {
    try (ServerSocket tls = listen()) {
      answer(tls, TLS_ALERT);

      ProgramException failure = startFailure(tls.getLocalPort(), false);

      assertThat(failure.exitCode()).isEqualTo(ExitCode.CONFIGURATION);
      assertThat(failure).hasMessageEndingWith("asks for it; use --tls");
    }
  }

  @Test
  void tlsToAPlainTextProxyIsNamed() throws IOException {
    try (ServerSocket plain = listen()) {
      answer(plain, new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0}); // An empty HTTP/2 SETTINGS frame.

      ProgramException failure = startFailure(plain.getLocalPort(), true);

      assertThat(failure.exitCode()).isEqualTo(ExitCode.CONFIGURATION);
      assertThat(failure).hasMessageEndingWith("does not speak it; use --no-tls");
    }
  }

  @Test
  void unknownTopicIsNamedWithTheCommandThatCreatesIt() {
    ProgramException failure =
        start(8081, false).explain(new NotFoundException(40402, "r", "No topic route info"));

    assertThat(failure.exitCode()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(failure)
        .hasMessage(
            "topic 'ledger' does not exist at 127.0.0.1:8081; create it: mqadmin updateTopic"
                + " -n NAMESERVER:9876 -c CLUSTER -t ledger -a +message.type=FIFO");
  }

  @Test
  void topicOfAnotherTypeIsNamed() {
    ProgramException failure =
        start(8081, false)
            .explain(
                new IllegalArgumentException(
                    "Current message type not match with topic accept message types"));

    assertThat(failure.exitCode()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(failure)
        .hasMessageStartingWith("topic 'ledger' does not take FIFO messages")
        .hasMessageContaining("+message.type=FIFO");
  }

  @Test
  void closedStreamIsExplainedAsAMissingConsumerGroup() {
    ClientStart start =
        new ClientStart(
            Endpoints.parse("127.0.0.1:8081"),
            false,
            false,
            "ledger",
            Optional.of("orders"),
            Duration.ofSeconds(1));

    ProgramException failure =
        start.explain(new IllegalStateException("Stream is already completed"));

    assertThat(failure.exitCode()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(failure)
        .hasMessageContaining("consumer group 'orders' probably does not exist")
        .hasMessageContaining("mqadmin updateSubGroup")
        .hasMessageContaining("-g orders -o true");
  }

  @Test
  void startThatHangsIsGivenUpAtTheDeadline() {
    CountDownLatch never = new CountDownLatch(1);
    ClientStart start =
        new ClientStart(
            Endpoints.parse("127.0.0.1:1"),
            false,
            false,
            "t",
            Optional.empty(),
            Duration.ofMillis(50));

    ProgramException failure =
        catchThrowableOfType(
            ProgramException.class, () -> start.start(() -> never.await(1, TimeUnit.HOURS)));

    assertThat(failure.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
  }

  /** A consumer would go on receiving, and nobody would know of it. */
  @Test
  void clientThatStartsAfterTheDeadlineIsClosed() throws InterruptedException {
    CountDownLatch goOn = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    AutoCloseable client = closed::countDown;
    ClientStart start =
        new ClientStart(
            Endpoints.parse("127.0.0.1:1"),
            false,
            false,
            "t",
            Optional.empty(),
            Duration.ofMillis(50));

    ProgramException failure =
        catchThrowableOfType(
            ProgramException.class,
            () ->
                start.start(
                    () -> {
                      goOn.await();
                      return client;
                    }));
    assertThat(failure.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(closed.getCount()).isEqualTo(1);
    goOn.countDown();
    assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void clientThatStartsIsReturned() {
    assertThat(start(8081, false).start(() -> "client")).isEqualTo("client");
  }

  @Test
  void closeIsBounded() {
    CountDownLatch never = new CountDownLatch(1);

    assertThat(BoundedClose.close(() -> {}, Duration.ofSeconds(5))).isTrue();
    assertThat(
            BoundedClose.close(
                () -> assertThat(never.await(1, TimeUnit.HOURS)).isTrue(), Duration.ofMillis(50)))
        .isFalse();
  }

  private static ProgramException startFailure(int port, boolean tls) {
    ClientConfiguration configuration =
        ClientConfiguration.newBuilder()
            .setEndpoints("127.0.0.1:" + port)
            .enableSsl(tls)
            .setRequestTimeout(Duration.ofSeconds(1))
            .setMaxStartupAttempts(1)
            .build();
    return catchThrowableOfType(
        ProgramException.class,
        () ->
            start(port, tls)
                .start(
                    () ->
                        ClientServiceProvider.loadService()
                            .newProducerBuilder()
                            .setClientConfiguration(configuration)
                            .setTopics("ledger")
                            .build()));
  }

  private static ClientStart start(int port, boolean tls) {
    return new ClientStart(
        Endpoints.parse("127.0.0.1:" + port),
        tls,
        false,
        "ledger",
        Optional.empty(),
        Duration.ofSeconds(10));
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  }

  /** Answers each connection with these bytes, until the socket is closed. */
  private static void answer(ServerSocket server, byte[] bytes) {
    Thread thread =
        new Thread(
            () -> {
              while (!server.isClosed()) {
                try (Socket socket = server.accept();
                    InputStream in = socket.getInputStream()) {
                  in.readNBytes(24);
                  socket.getOutputStream().write(bytes);
                  socket.getOutputStream().flush();
                } catch (IOException closed) {
                  if (!server.isClosed()) {
                    throw new UncheckedIOException(closed);
                  }
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
  }
}
