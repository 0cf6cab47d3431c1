package dev.lanekeeper.worker.handler.http;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.OnUnknownEffect;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.testing.Endpoint;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 6, "loopback and private targets only with an explicit flag". */
class TargetsTest {
  private static final String PUBLIC = "93.184.216.34";
  private static final String LOOPBACK = "127.0.0.1";

  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.H2, OnExhausted.PARK, FirstSequence.ONE);
  private final Endpoint endpoint = new Endpoint();

  @AfterEach
  void close() {
    endpoint.close();
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1:1/", "http://localhost/", "http://[::1]/"})
  void addressThatIsNotPublicNeedsAFlag(String url) {
    Targets.Names names = InetAddress::getAllByName;
    assertRefusedAtStart(url, names);
    new Targets(true, names).requireAllowed(URI.create(url));
  }

  @Test
  void nameThatLeadsToAPrivateAddressIsRefusedWhateverElseItLeadsTo() {
    assertRefusedAtStart("http://shop.example/", host -> addresses(PUBLIC, LOOPBACK));
    assertRefusedAtStart("http://shop.example/", host -> addresses("10.1.2.3"));
  }

  private static void assertRefusedAtStart(String url, Targets.Names names) {
    assertThatThrownBy(() -> handler(URI.create(url), names))
        .isInstanceOfSatisfying(
            ProgramException.class,
            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.CONFIGURATION))
        .hasMessageContaining("is not a public address")
        .hasMessageContaining("--http-allow-private");
  }

  @Test
  void nameThatLeadsNowhereIsNoFaultOfTheMessage() {
    work(
        host -> {
          throw new UnknownHostException(host);
        });
    assertEnvironment("127.0.0.1 cannot be resolved");
    assertThat(endpoint.requests()).isEmpty();
  }

  /** The endpoint is on this machine, and only the name says otherwise. */
  @Test
  void nameThatLeadsToAPrivateAddressAfterTheStartIsNotCalled() {
    work(oneAfterTheOther(PUBLIC, PUBLIC, LOOPBACK));
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertEnvironment("is not a public address", 2);
    assertThat(endpoint.requests()).hasSize(1);
    assertThat(fixture.query("select state from effect where event_id = '2'"))
        .containsExactly("failed");
  }

  @Test
  void addressIsLookedAtAgainAfterARedirect() {
    work(oneAfterTheOther(PUBLIC, PUBLIC, LOOPBACK));
    endpoint.answers(Endpoint.status(307, "Location", "/moved"));
    assertEnvironment("is not a public address");
    assertThat(endpoint.requests()).hasSize(1);
  }

  private void assertEnvironment(String message) {
    assertEnvironment(message, 1);
  }

  private void assertEnvironment(String message, long sequence) {
    assertThat(fixture.process(sequenced("A", sequence)))
        .isInstanceOfSatisfying(
            Outcome.TryAgain.class,
            again -> assertThat(again.cause()).hasMessageContaining(message));
    assertThat(fixture.failures()).containsExactly(FailureClassifier.Kind.ENVIRONMENT);
  }

  private void work(Targets.Names names) {
    fixture.callsOutside(handler(endpoint.url(), names), OnUnknownEffect.AUTO);
  }

  private static HttpHandler handler(URI url, Targets.Names names) {
    Duration enough = Duration.ofSeconds(20);
    return new HttpHandler(
        new HttpSettings(url, enough, enough, 100, Optional.empty(), false),
        new Targets(false, names),
        System::nanoTime,
        Instant::now);
  }

  private static Targets.Names oneAfterTheOther(String... addresses) {
    Queue<String> left = new ConcurrentLinkedQueue<>(List.of(addresses));
    return host -> addresses(left.remove());
  }

  private static InetAddress[] addresses(String... addresses) throws UnknownHostException {
    InetAddress[] all = new InetAddress[addresses.length];
    for (int i = 0; i < addresses.length; i++) {
      all[i] = InetAddress.getByName(addresses[i]);
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({
    "93.184.216.34, true",
    "2606:2800:220:1:248:1893:25c8:1946, true",
    "10.1.2.3, false",
    "172.31.0.1, false",
    "192.168.1.1, false",
    "169.254.169.254, false",
    "100.64.0.1, false",
    "0.0.0.0, false",
    "0.1.2.3, false",
    "198.18.0.1, false",
    "224.0.0.1, false",
    "255.255.255.255, false",
    "::ffff:10.0.0.1, false",
    "64:ff9b::a00:1, false",
    "2002:a00:1::1, false",
    "fc00::1, false",
    "fe80::1, false",
    "::, false"
  })
  void publicAddressesAreTold(String address, boolean isPublic) throws Exception {
    assertThat(Targets.isPublic(InetAddress.getByName(address))).isEqualTo(isPublic);
  }
}
