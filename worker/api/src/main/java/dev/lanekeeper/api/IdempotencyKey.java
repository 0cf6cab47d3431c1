package dev.lanekeeper.api;

/**
 * What tells whoever is called that it is the same effect again: the same over every attempt,
 * process and redelivery of a message, and no other message's. Immutable.
 *
 * @param value 1 to 255 printable ASCII characters
 */
public record IdempotencyKey(String value) {
  private static final String PRINTABLE = "[ -~]{1,255}";

  public IdempotencyKey {
    if (!value.matches(PRINTABLE)) {
      throw new IllegalArgumentException(
          "an idempotency key has 1 to 255 printable ASCII characters");
    }
  }

  /**
   * As a header field carries it: a string in quotation marks (RFC 8941, section 3.3.3), which is
   * what draft-ietf-httpapi-idempotency-key-header wants of {@code Idempotency-Key}.
   */
  public String quoted() {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @Override
  public String toString() {
    return value;
  }
}
