package dev.lanekeeper.worker.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.Jars;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.LocalTestBroker;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestLedger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Public case A13: what a start is told by a server with access control and without TLS, soon, in
 * one plain line for each mistake, and without the secret. A certificate that nobody can trust is
 * no mistake to the RocketMQ client, and that is shown too.
 */
@ExtendWith(BrokerExtension.class)
@EnabledIfSystemProperty(named = "lanekeeper.broker", matches = "local")
class AccessControlIT {
  private static final Duration BOUND = Duration.ofSeconds(30);
  private static final String NAME = "acl";
  private static final String SECRET = "right-" + UUID.randomUUID();
  private static final String WRONG = "wrong-" + UUID.randomUUID();
  private static final TestLedger LEDGER = TestLedger.interleaved(2, 3, 1);

  private static LocalTestBroker broker;

  @TempDir Path folder = Path.of("");

  @BeforeAll
  static void startBroker(@TempDir Path secrets) throws IOException {
    Path file = secrets.resolve("credentials");
    Files.writeString(file, "accessKey: tester\nsecretKey: " + SECRET + "\n");
    broker = LocalTestBroker.startWith("--credentials-file", file.toString(), "--tls", "disabled");
    broker.createTopic(NAME, 2);
    broker.createGroup(NAME, true);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void rightCredentialsCarryALedgerFromEndToEnd() throws Exception {
    Map<String, String> right = credentials("tester", SECRET);

    JavaProcess.Result sent = replay(right).await(BOUND);
    assertThat(sent.exitCode()).as(sent.stderr()).isZero();
    JavaProcess.Result applied = worker(right, "--until-idle", "1s").await(BOUND);
    assertThat(applied.exitCode()).as(applied.stderr()).isZero();

    assertThat(new LedgerDatabase(Engine.H2, folder).balances()).isEqualTo(LEDGER.balances());
    assertThat(broker.lag(NAME, NAME)).isZero();
    assertNowhere(SECRET, folder);
    assertNowhere(SECRET, broker.data());
  }

  @Test
  void missingCredentialsAreAskedFor() throws Exception {
    try (JavaProcess replay = replay(Map.of());
        JavaProcess worker = worker(Map.of())) {
      assertPlain(replay, broker.endpoints() + " asks for credentials, and there are none");
      assertPlain(worker, "the proxy asks for credentials, and there are none");
    }
  }

  @Test
  void wrongSecretIsRefused() throws Exception {
    Map<String, String> wrong = credentials("tester", WRONG);
    try (JavaProcess replay = replay(wrong);
        JavaProcess worker = worker(wrong)) {
      assertPlain(replay, broker.endpoints() + " refuses these credentials");
      assertPlain(worker, "the proxy refuses these credentials");
    }
    assertNowhere(WRONG, folder);
    assertNowhere(WRONG, broker.data());
  }

  @Test
  void unknownUserIsRefused() throws Exception {
    try (JavaProcess replay = replay(credentials("nobody", SECRET))) {
      assertPlain(replay, broker.endpoints() + " refuses these credentials");
    }
  }

  @Test
  void tlsToAProxyWithoutItIsNamed() throws Exception {
    Map<String, String> right = credentials("tester", SECRET);
    try (JavaProcess replay = replay(right, "--tls");
        JavaProcess worker = worker(right, "--tls")) {
      assertPlain(replay, "TLS is on, but %s does not speak it".formatted(broker.endpoints()));
      assertPlain(worker, "TLS is on, but %s does not speak it".formatted(broker.endpoints()));
    }
  }

  /** The client has no way to say which certificates it trusts: it takes them all. */
  @Test
  void certificateThatSignsItselfIsTaken(TestBroker encrypting) throws Exception {
    encrypting.createTopic("acl-tls", 1);
    Path ledger = LEDGER.write(folder.resolve("ledger.csv"));

    JavaProcess.Result sent =
        new Programs(folder, encrypting, "acl-tls", "unused").replay(ledger.toString(), "--tls");

    assertThat(sent.exitCode()).as(sent.stderr()).isZero();
  }

  private static Map<String, String> credentials(String user, String secret) {
    return Map.of("LANEKEEPER_ACCESS_KEY", user, "LANEKEEPER_SECRET_KEY", secret);
  }

  private JavaProcess replay(Map<String, String> environment, String... options) {
    Path ledger = LEDGER.write(folder.resolve("ledger.csv"));
    List<String> all = new ArrayList<>(List.of("-jar", Jars.producerTool().toString()));
    all.addAll(List.of("replay", ledger.toString()));
    all.addAll(way());
    all.addAll(List.of(options));
    return JavaProcess.start(folder, environment, all);
  }

  private JavaProcess worker(Map<String, String> environment, String... options) {
    List<String> all = new ArrayList<>(List.of("-jar", Jars.worker().toString(), "run"));
    all.addAll(List.of("--db", new LedgerDatabase(Engine.H2, folder).url()));
    all.addAll(List.of("--group", NAME, "--http-port", "0"));
    all.addAll(way());
    all.addAll(List.of(options));
    return JavaProcess.start(folder, environment, all);
  }

  /** With the RocketMQ client's log at its most talkative, where a secret would be seen. */
  private List<String> way() {
    return List.of(
        "--endpoints",
        broker.endpoints(),
        "--topic",
        NAME,
        "--client-log-dir",
        folder.resolve("client-log").toString(),
        "--client-log-level",
        "debug");
  }

  private static void assertPlain(JavaProcess process, String part) throws InterruptedException {
    JavaProcess.Result result = process.await(BOUND);
    assertThat(result.exitCode()).as(result.stderr()).isEqualTo(78);
    assertThat(result.stderr().lines().filter(line -> line.startsWith("error: ")))
        .as(result.stderr())
        .singleElement()
        .asString()
        .contains(part);
    assertThat(result.stderr()).doesNotContain("\tat ").doesNotContain("Exception");
  }

  /** Neither in what the programs printed nor in what they or the broker wrote. */
  private static void assertNowhere(String secret, Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.filter(Files::isRegularFile).filter(file -> holds(file, secret))).isEmpty();
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      return Files.readString(file, ISO_8859_1).contains(text);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
