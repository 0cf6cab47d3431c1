package dev.lanekeeper.worker.handler.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.api.IdempotencyKey;
import java.net.http.HttpRequest;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests as Standard Webhooks 1.0.0 has it, for which others have libraries: HMAC-SHA256
 * over id, time and body. The id is the idempotency key, which stands for the message. Immutable
 * and thread-safe.
 */
public final class Signature {
  private static final String ALGORITHM = "HmacSHA256";
  private static final String BASE64_SECRET = "whsec_";
  private static final int SHORTEST = 24;

  private final SecretKeySpec secret;

  private Signature(byte[] secret) {
    this.secret = new SecretKeySpec(secret, ALGORITHM);
  }

  /**
   * Reads a secret: {@code whsec_} and base64, or any other text, whose bytes it then is.
   *
   * @throws IllegalArgumentException when it is shorter than 24 bytes, or no base64
   */
  public static Signature of(String text) {
    byte[] secret =
        text.startsWith(BASE64_SECRET)
            ? decoded(text.substring(BASE64_SECRET.length()))
            : text.getBytes(UTF_8);
    if (secret.length < SHORTEST) {
      throw new IllegalArgumentException(
          "it has %d bytes; at least %d are needed".formatted(secret.length, SHORTEST));
    }
    return new Signature(secret);
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException malformed) { // Which may show a part of the secret.
      throw new IllegalArgumentException("what stands behind whsec_ is no base64");
    }
  }

  void sign(HttpRequest.Builder request, IdempotencyKey key, Instant now, byte[] body) {
    String id = key.value();
    String time = Long.toString(now.getEpochSecond());
    request.header("webhook-id", id);
    request.header("webhook-timestamp", time);
    request.header("webhook-signature", "v1," + code(id + "." + time + ".", body));
  }

  private String code(String head, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(secret);
      mac.update(head.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
    }
  }

  /** Never the secret. */
  @Override
  public String toString() {
    return ALGORITHM;
  }
}
