package dev.lanekeeper.worker.handler.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lanekeeper.api.IdempotencyKey;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Issue 6, "signature header by HMAC secret from a file". */
class SignatureTest {
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  /** The example by which the libraries for Standard Webhooks are tested. */
  @Test
  void librariesForStandardWebhooksAcceptIt() {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://host/"));
    Signature.of(SECRET)
        .sign(
            request,
            new IdempotencyKey("msg_p5jXN8AQM9LWM0D4loKWxJek"),
            Instant.ofEpochSecond(1_614_265_330),
            "{\"test\": 2432232314}".getBytes(UTF_8));
    assertThat(request.build().headers().map())
        .containsEntry("webhook-id", List.of("msg_p5jXN8AQM9LWM0D4loKWxJek"))
        .containsEntry("webhook-timestamp", List.of("1614265330"))
        .containsEntry(
            "webhook-signature", List.of("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
  }

  @Test
  void secretThatIsNoBase64IsNotTold() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Signature.of("whsec_~~~MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        .withMessage("what stands behind whsec_ is no base64")
        .withNoCause();
  }

  @Test
  void bytesBehindThePrefixAreCounted() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Signature.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa=="))
        .withMessage("it has 22 bytes; at least 24 are needed");
  }

  @Test
  void secretIsNotShown() {
    assertThat(Signature.of(SECRET)).hasToString("HmacSHA256");
  }
}
