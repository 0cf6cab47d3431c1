package dev.lanekeeper.worker.handler.http;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageBuilder;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.OnUnknownEffect;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.testing.Drip;
import dev.lanekeeper.worker.testing.Endpoint;
import dev.lanekeeper.worker.testing.FullBacklog;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Issue 6, "connect and response time-outs": every exchange ends, whatever the server does. */
@Timeout(30)
class HttpTimeoutsTest {
  private static final Duration SHORT = Duration.ofMillis(500);

  /** Long enough for the head of an answer, on a busy machine too. */
  private static final Duration ENOUGH = Duration.ofSeconds(3);

  private static final Duration LONG = Duration.ofMinutes(5);

  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.H2, OnExhausted.PARK, FirstSequence.ONE);

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Whichever of the two time-outs is shorter: nobody was there to have an effect. */
  @ParameterizedTest
  @CsvSource({"PT0.5S, PT5M", "PT5M, PT0.5S"})
  void connectionThatIsNotAcceptedIsGivenUp(Duration connectTimeout, Duration responseTimeout)
      throws Exception {
    try (FullBacklog server = new FullBacklog()) {
      work(server.url(), connectTimeout, responseTimeout, System::nanoTime);
      assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.TryAgain.class);
    }
    assertThat(fixture.failures()).containsExactly(FailureClassifier.Kind.ENVIRONMENT);
    assertThat(fixture.query("select state from effect")).containsExactly("failed");
  }

  /** The request is sent behind it, so it has had no effect. */
  @Test
  void handshakeThatStallsIsNoConnection() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      URI url = URI.create("https://127.0.0.1:" + silent.getLocalPort() + "/");
      work(url, SHORT, LONG, System::nanoTime);
      assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.TryAgain.class);
    }
    assertThat(fixture.failures()).containsExactly(FailureClassifier.Kind.ENVIRONMENT);
    assertThat(fixture.query("select state from effect")).containsExactly("failed");
  }

  /** No pause is longer than a time-out, and there is no end to it. */
  @Test
  void bodyThatDripsIsKeptAsFarAsItCame() throws Exception {
    try (Drip server = new Drip("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")) {
      work(server.url(), LONG, ENOUGH, System::nanoTime);
      assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    }
    assertThat(fixture.query("select result from inbox").get(0))
        .startsWith(".")
        .hasSizeLessThan(1_000);
  }

  @Test
  void answerWhoseHeadDripsIsNone() throws Exception {
    try (Drip server = new Drip("HTTP/1.1 200 OK\r\nX-Drip: ")) {
      work(server.url(), LONG, SHORT, System::nanoTime);
      assertThat(fixture.process(sequenced("A", 1)))
          .isInstanceOfSatisfying(
              Outcome.TryAgain.class,
              again -> assertThat(again.cause()).hasMessageContaining("did not answer within"));
    }
    assertThat(fixture.failures()).containsExactly(FailureClassifier.Kind.FAILED);
    assertThat(fixture.query("select state from effect")).containsExactly("unknown");
  }

  /** Its body drips for as long as the exchange may take, so there is no time to follow it. */
  @Test
  void redirectThatDripsIsNotFollowed() throws Exception {
    try (Drip server =
        new Drip("HTTP/1.1 307 Moved\r\nLocation: /a\r\nContent-Length: 1000000\r\n\r\n")) {
      work(server.url(), LONG, ENOUGH, System::nanoTime);
      assertThat(fixture.process(sequenced("A", 1)))
          .isInstanceOfSatisfying(
              Outcome.TryAgain.class,
              again -> assertThat(again.cause()).hasMessageContaining("did redirect for longer"));
      assertThat(server.requests()).isEqualTo(1);
    }
    assertThat(fixture.query("select state from effect")).containsExactly("failed");
  }

  /** Looking names up has no time-out of its own. */
  @Test
  void nothingIsSentWhenTheNameWasLookedUpForTooLong() {
    AtomicLong now = new AtomicLong();
    try (Endpoint endpoint = new Endpoint()) {
      HttpSettings settings = settings(endpoint.url(), LONG, LONG);
      Targets.Names slow =
          host -> {
            now.addAndGet(LONG.toNanos());
            return InetAddress.getAllByName(host);
          };
      fixture.callsOutside(
          new HttpHandler(settings, new Targets(true, slow), now::get, Instant::now),
          OnUnknownEffect.AUTO);
      assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.TryAgain.class);
      assertThat(endpoint.requests()).isEmpty();
    }
    assertThat(fixture.failures()).containsExactly(FailureClassifier.Kind.ENVIRONMENT);
    assertThat(fixture.query("select state from effect")).containsExactly("failed");
  }

  /** What the claim on the effect outlives. */
  @Test
  void noExchangeTakesLongerThanItsClaim() {
    HttpHandler handler = handler(URI.create("http://127.0.0.1/"), LONG, SHORT, System::nanoTime);
    Message message = new MessageBuilder("A", new DedupKey("/test/A", "1"), "test.v1").build();
    assertThat(handler.longestCall(message)).isEqualTo(SHORT.multipliedBy(2));
  }

  private void work(
      URI url, Duration connectTimeout, Duration responseTimeout, LongSupplier nanoTime) {
    fixture.callsOutside(
        handler(url, connectTimeout, responseTimeout, nanoTime), OnUnknownEffect.AUTO);
  }

  private static HttpHandler handler(
      URI url, Duration connectTimeout, Duration responseTimeout, LongSupplier nanoTime) {
    return new HttpHandler(
        settings(url, connectTimeout, responseTimeout),
        new Targets(true, InetAddress::getAllByName),
        nanoTime,
        Instant::now);
  }

  private static HttpSettings settings(URI url, Duration connectTimeout, Duration responseTimeout) {
    return new HttpSettings(
        url, connectTimeout, responseTimeout, 1_000_000, Optional.empty(), true);
  }
}
