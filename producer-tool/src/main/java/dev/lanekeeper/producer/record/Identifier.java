package dev.lanekeeper.producer.record;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The rule for ids: text, taken byte for byte, not blank, without control characters. White space
 * at an end and look-alike letters make another id.
 */
final class Identifier {
  private Identifier() {}

  static String parse(String field, String text, int maximalBytes) throws FieldException {
    if (isPlain(text) && text.length() <= maximalBytes) {
      return text;
    }
    if (text.codePoints().allMatch(Identifier::isSpace)) {
      throw problem(field, text, "blank; an id has visible characters");
    }
    if (text.codePoints().anyMatch(Character::isISOControl)) {
      throw problem(field, text, "control character; leave it out");
    }
    if (Quoted.hasHalfPair(text)) {
      throw problem(field, text, "half a surrogate pair, which is no character");
    }
    int bytes = text.getBytes(UTF_8).length;
    if (bytes > maximalBytes) {
      throw problem(field, text, "%d bytes in UTF-8; at most %d".formatted(bytes, maximalBytes));
    }
    return text;
  }

  /** Visible ASCII, as most ids are: nothing else is to be looked at. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) <= ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return !text.isEmpty();
  }

  private static boolean isSpace(int point) {
    return Character.isWhitespace(point) || Character.isSpaceChar(point);
  }

  private static FieldException problem(String field, String text, String problem) {
    return new FieldException(field + " " + Quoted.of(text) + ": " + problem);
  }
}
