package dev.lanekeeper.api;

import dev.lanekeeper.api.internal.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The fingerprint of a payload: what decides whether a message with a known dedup key is an honest
 * resend or a conflict. Immutable and thread-safe.
 *
 * <p>SHA-256 over the canonical form of a JSON body, so key order, white space and number spelling
 * do not matter while array order and values do; over the raw bytes of any other body, and of a
 * body that claims to be JSON and is not (design.md, the message contract).
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record Fingerprint(String hex) {

  /**
   * Returns the fingerprint of a body.
   *
   * @param contentType the media type, parameters allowed; JSON is {@code application/json}, {@code
   *     text/json} and anything that ends in {@code +json}; null means not JSON
   * @param body the bytes as they were sent
   */
  public static Fingerprint of(@Nullable String contentType, byte[] body) {
    if (isJson(contentType)) {
      try {
        String canonical = CanonicalJson.fingerprintForm(CanonicalJson.read(body));
        return ofBytes(canonical.getBytes(StandardCharsets.US_ASCII));
      } catch (JacksonException | ArithmeticException | NumberFormatException unreadable) {
        return ofBytes(body); // The handler will reject it; its identity is its bytes.
      }
    }
    return ofBytes(body);
  }

  private static boolean isJson(@Nullable String contentType) {
    if (contentType == null) {
      return false;
    }
    int parameters = contentType.indexOf(';');
    String mediaType =
        (parameters < 0 ? contentType : contentType.substring(0, parameters))
            .trim()
            .toLowerCase(Locale.ROOT);
    return mediaType.equals(MessageAttributes.JSON)
        || mediaType.equals("text/json")
        || mediaType.endsWith("+json");
  }

  private static Fingerprint ofBytes(byte[] bytes) {
    try {
      return new Fingerprint(
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  @Override
  public String toString() {
    return hex;
  }
}
