package dev.lanekeeper.worker.handler.http;

import static dev.lanekeeper.worker.testing.Messages.again;
import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.Messages.with;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.OnUnknownEffect;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.Run;
import dev.lanekeeper.worker.testing.Endpoint;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import dev.lanekeeper.worker.testing.RecordedSpans;
import dev.lanekeeper.worker.trace.MessageTraces;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Issue 6, "http handler": against a real server, through the whole of processing. */
class HttpHandlerTest {
  private static final String SECRET = "a secret of more than 24 bytes";
  private static final Duration LONG = Duration.ofSeconds(20);

  /** Long enough for an answer that comes, on a busy machine too; waited for where none comes. */
  private static final Duration SHORT = Duration.ofSeconds(3);

  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.H2, OnExhausted.PARK, FirstSequence.ONE);
  private final Endpoint endpoint = new Endpoint();

  @BeforeEach
  void start() {
    fixture.callsOutside(handler(endpoint.url(), LONG, 100), OnUnknownEffect.AUTO);
  }

  @AfterEach
  void close() {
    endpoint.close();
    fixture.close();
  }

  @Test
  void messageIsPostedAsACloudEvent() {
    RawMessage message = sequenced("A", 1);
    message = with(message, "traceparent", TRACE_PARENT);
    message = with(message, "tracestate", "vendor=1");
    message = with(message, "CE_subject", "an \"order\" 100%\r\nX-Evil: 1 é");
    message = with(message, "CE_time", "2026-11-30T10:00:00.5+01:00");
    assertThat(fixture.process(message)).isInstanceOf(Outcome.Applied.class);

    Endpoint.Request request = endpoint.requests().get(0);
    assertThat(request.uri()).hasToString("/hook?to=here");
    assertThat(request.body()).isEqualTo(new String(message.body(), UTF_8));
    assertThat(header(request, "Content-Type")).isEqualTo("application/json");
    assertThat(header(request, "ce-specversion")).isEqualTo("1.0");
    assertThat(header(request, "ce-id")).isEqualTo("1");
    assertThat(header(request, "ce-source")).isEqualTo("/test/A");
    assertThat(header(request, "ce-type")).isEqualTo("test.v1");
    assertThat(header(request, "ce-subject"))
        .isEqualTo("an%20%22order%22%20100%25%0D%0AX-Evil:%201%20%C3%A9");
    assertThat(header(request, "ce-time")).isEqualTo("2026-11-30T10:00:00.5+01:00");
    assertThat(header(request, "ce-sequence")).isEqualTo("1");
    assertThat(header(request, "ce-partitionkey")).isEqualTo("A");
    assertThat(header(request, "traceparent")).isEqualTo(TRACE_PARENT);
    assertThat(header(request, "tracestate")).isEqualTo("vendor=1");
    assertThat(request.headers()).doesNotContainKey("X-evil");
    String key = fixture.query("select idempotency_key from effect").get(0);
    assertThat(header(request, "Idempotency-Key")).isEqualTo('"' + key + '"');
    assertThat(fixture.query("select result from inbox")).containsExactly("effect 1");
  }

  @Test
  void endpointGetsTheContextOfTheSpanThatCallsIt() {
    try (RecordedSpans recorded = new RecordedSpans()) {
      fixture.traced(new MessageTraces(recorded.spans(), ProcessingFixture.CONSUMER_GROUP));
      fixture.process(with(sequenced("A", 1), "traceparent", TRACE_PARENT));
      SpanData process = recorded.only("process test");
      assertThat(process.getTraceId()).isEqualTo(TRACE_PARENT.substring(3, 35));
      assertThat(header(endpoint.requests().get(0), "traceparent"))
          .startsWith("00-" + process.getTraceId() + "-" + process.getSpanId() + "-0");
    }
  }

  private static final String TRACE_PARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @Test
  void requestIsSignedWithTheSecret() throws Exception {
    fixture.process(sequenced("A", 1));
    Endpoint.Request request = endpoint.requests().get(0);
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(UTF_8), "HmacSHA256"));
    String signed =
        header(request, "webhook-id")
            + "."
            + header(request, "webhook-timestamp")
            + "."
            + request.body();
    assertThat(header(request, "webhook-signature"))
        .isEqualTo("v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(UTF_8))));
    assertThat(header(request, "Idempotency-Key"))
        .isEqualTo('"' + header(request, "webhook-id") + '"');
  }

  @Test
  void answerThatGotLostIsAskedForAgainWithTheSameKey() {
    endpoint.answers(Endpoint.actAndDrop(), Endpoint.actAndDrop());
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(endpoint.requests()).hasSize(3);
    assertOneEffectEach(1);
    assertThat(fixture.failures())
        .containsExactly(FailureClassifier.Kind.FAILED, FailureClassifier.Kind.FAILED);
  }

  @Test
  void endpointThatStallsIsGivenUpInTimeAndAskedAgainWithTheSameKey() {
    fixture.callsOutside(handler(endpoint.url(), SHORT, 100), OnUnknownEffect.AUTO);
    endpoint.answers(Endpoint.actAndStall());
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(endpoint.requests()).hasSize(2);
    assertOneEffectEach(1);
  }

  @Test
  void endpointThatActsTwiceKnowsTheKey() {
    endpoint.answers(Endpoint.actTwice());
    fixture.process(sequenced("A", 1));
    fixture.process(sequenced("A", 2));
    assertOneEffectEach(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answerThatStopsInItsBodyHasSaidEnough(boolean drop) {
    fixture.callsOutside(handler(endpoint.url(), SHORT, 100), OnUnknownEffect.AUTO);
    endpoint.answers(Endpoint.stopInTheBody(drop));
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(endpoint.requests()).hasSize(1);
    assertThat(fixture.query("select result from inbox")).containsExactly("half an");
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void busyEndpointIsAskedAgainWhenItSaysAndNoAttemptIsCounted(int status) {
    endpoint.answers(Endpoint.status(status, "Retry-After", "3"));
    Run run = new Run(false);
    assertThat(fixture.process(sequenced("A", 1), run))
        .isInstanceOfSatisfying(
            Outcome.TryAgain.class,
            again -> assertThat(again.delay()).isEqualTo(Duration.ofSeconds(3)));
    assertThat(fixture.failures()).containsExactly(FailureClassifier.Kind.ENVIRONMENT);
    assertThat(fixture.query("select state from effect")).containsExactly("failed");
    assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.Applied.class);
    assertOneEffectEach(1);
  }

  /** It says itself that it did not handle the request, and when to come again. */
  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void outageOfTheEndpointParksNothingAlsoWhereThePolicyIsToPark(int status) {
    fixture.callsOutside(handler(endpoint.url(), LONG, 100), OnUnknownEffect.PARK);
    for (int i = 0; i < 2 * ProcessingFixture.MAX_ATTEMPTS; i++) {
      endpoint.answers(Endpoint.status(status, "Retry-After", "0"));
    }
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.failures())
        .hasSize(2 * ProcessingFixture.MAX_ATTEMPTS)
        .containsOnly(FailureClassifier.Kind.ENVIRONMENT);
    assertThat(fixture.query("select attempts from inbox")).containsExactly("1");
    assertOneEffectEach(1);
  }

  /** Envoy says so of a request that it had passed on, when the endpoint breaks off. */
  @Test
  void gatewayThatSays503LeavesItInDoubtAndNoAttemptIsCounted() {
    fixture.callsOutside(handler(endpoint.url(), LONG, 100), OnUnknownEffect.PARK);
    endpoint.answers(Endpoint.status(503));
    assertThat(fixture.processToTheEnd(sequenced("A", 1)))
        .isEqualTo(new Outcome.Parked(Fate.HELD, Why.UNKNOWN_EFFECT));
    assertThat(fixture.failures()).first().isEqualTo(FailureClassifier.Kind.ENVIRONMENT);
    assertThat(endpoint.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 504})
  void answerThatLeavesItInDoubtParksTheGroupWhereThePolicyIsToPark(int status) {
    fixture.callsOutside(handler(endpoint.url(), LONG, 100), OnUnknownEffect.PARK);
    endpoint.answers(Endpoint.status(status));
    assertThat(fixture.processToTheEnd(sequenced("A", 1)))
        .isEqualTo(new Outcome.Parked(Fate.HELD, Why.UNKNOWN_EFFECT));
    assertThat(endpoint.requests()).hasSize(1);
  }

  /** The first call may have had its effect; that the endpoint is busy now says nothing of it. */
  @Test
  void busyEndpointDoesNotMakeAnUnknownEffectUndone() {
    endpoint.answers(Endpoint.actAndDrop(), Endpoint.status(503, "Retry-After", "0"));
    Run run = new Run(false);
    fixture.process(sequenced("A", 1), run);
    fixture.process(sequenced("A", 1), run);
    assertThat(fixture.query("select state from effect")).containsExactly("unknown");
    assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.Applied.class);
    assertOneEffectEach(1);
  }

  @ParameterizedTest
  @CsvSource({
    "408, failed",
    "425, failed",
    "500, unknown",
    "502, unknown",
    "504, unknown",
    "302, unknown",
    "303, unknown"
  })
  void otherFailuresAreCountedAndRetryAfterIsHonoured(int status, String state) {
    endpoint.answers(Endpoint.status(status, "Retry-After", "2"));
    assertThat(fixture.process(sequenced("A", 1)))
        .isInstanceOfSatisfying(
            Outcome.TryAgain.class,
            again -> assertThat(again.delay()).isEqualTo(Duration.ofSeconds(2)));
    assertThat(fixture.failures()).containsExactly(FailureClassifier.Kind.FAILED);
    assertThat(fixture.query("select state from effect")).containsExactly(state);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 404, 409, 422})
  void otherRefusalsRejectTheMessage(int status) {
    endpoint.answers(Endpoint.status(status));
    assertThat(fixture.process(sequenced("A", 1)))
        .isEqualTo(new Outcome.Parked(Fate.REJECTED, Why.REJECTED));
    assertThat(fixture.query("select last_error from held_message").get(0))
        .contains("/hook answered " + status + ": no")
        .doesNotContain("to=here");
  }

  @Test
  void retryAfterMayBeADate() {
    endpoint.answers(Endpoint.status(503, "Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT"));
    assertThat(fixture.process(sequenced("A", 1)))
        .isInstanceOfSatisfying(
            Outcome.TryAgain.class,
            again -> assertThat(again.delay()).isEqualTo(Duration.ofMillis(10)));
  }

  @Test
  void bodyIsKeptUpToTheLimit() {
    fixture.callsOutside(handler(endpoint.url(), LONG, 4), OnUnknownEffect.AUTO);
    fixture.process(sequenced("A", 1));
    assertThat(fixture.query("select result from inbox")).containsExactly("effe");
  }

  @Test
  void redirectIsFollowedOnTheSameHostAlone() throws Exception {
    endpoint.answers(Endpoint.status(307, "Location", "/moved"));
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(endpoint.requests().get(1).uri()).hasToString("/moved");
    assertOneEffectEach(1);
    try (Endpoint other = new Endpoint()) {
      endpoint.answers(Endpoint.status(308, "Location", other.url().toString()));
      assertThat(fixture.process(sequenced("A", 2)))
          .isInstanceOfSatisfying(
              Outcome.TryAgain.class,
              again -> assertThat(again.cause()).hasMessageContaining("only the host of"));
      assertThat(other.requests()).isEmpty();
    }
  }

  @Test
  void redirectToNowhereIsNotFollowed() {
    endpoint.answers(Endpoint.status(307));
    assertThat(fixture.process(sequenced("A", 1)))
        .isInstanceOfSatisfying(
            Outcome.TryAgain.class,
            again -> assertThat(again.cause()).hasMessageContaining("redirects nowhere"));
    assertThat(endpoint.requests()).hasSize(1);
  }

  @Test
  void redirectsComeToAnEnd() {
    Endpoint.Behaviour moved = Endpoint.status(307, "Location", "/moved");
    endpoint.answers(moved, moved, moved, moved);
    assertThat(fixture.process(sequenced("A", 1)))
        .isInstanceOfSatisfying(
            Outcome.TryAgain.class,
            again -> assertThat(again.cause()).hasMessageContaining("after 3 redirects"));
    assertThat(endpoint.requests()).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://127.0.0.1/",
        "http://localhost/",
        "http://127.0.0.1:1/",
        "//127.0.0.2/",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data/"
      })
  void redirectToAnotherNameSchemeOrPortIsNotFollowed(String location) {
    endpoint.answers(Endpoint.status(308, "Location", location));
    assertThat(fixture.process(sequenced("A", 1)))
        .isInstanceOfSatisfying(
            Outcome.TryAgain.class,
            again -> assertThat(again.cause()).hasMessageContaining("only the host of"));
  }

  @Test
  void endpointThatIsAwayIsAnEnvironmentFailure() {
    endpoint.close();
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.TryAgain.class);
    assertThat(fixture.failures()).containsExactly(FailureClassifier.Kind.ENVIRONMENT);
    assertThat(fixture.query("select state from effect")).containsExactly("failed");
  }

  @Test
  void policyParkDoesNotAskAgain() {
    fixture.callsOutside(handler(endpoint.url(), LONG, 100), OnUnknownEffect.PARK);
    endpoint.answers(Endpoint.actAndDrop());
    assertThat(fixture.processToTheEnd(sequenced("A", 1)))
        .isEqualTo(new Outcome.Parked(Fate.HELD, Why.UNKNOWN_EFFECT));
    assertThat(endpoint.requests()).hasSize(1);
  }

  @Test
  void messageThatComesAgainIsNotPostedAgain() {
    fixture.process(sequenced("A", 1));
    fixture.processToTheEnd(again(sequenced("A", 1), 2));
    assertThat(endpoint.requests()).hasSize(1);
  }

  private void assertOneEffectEach(int messages) {
    assertThat(endpoint.effects())
        .hasSize(messages)
        .containsExactlyInAnyOrderElementsOf(
            fixture.query("select '\"' || idempotency_key || '\"' from effect"));
    assertThat(fixture.query("select distinct state from effect")).isEqualTo(List.of("done"));
  }

  private static String header(Endpoint.Request request, String name) {
    return String.valueOf(request.headers().getFirst(name));
  }

  private static EffectHandler handler(URI url, Duration timeout, int resultLimit) {
    return (EffectHandler)
        new HttpProvider(
                Set.of(),
                () ->
                    new HttpSettings(
                        url,
                        timeout,
                        timeout,
                        resultLimit,
                        Optional.of(Signature.of(SECRET)),
                        true))
            .create();
  }
}
