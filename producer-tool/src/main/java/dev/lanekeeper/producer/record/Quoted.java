package dev.lanekeeper.producer.record;

/** Shows a value of a file in an error, on one line and not too long. */
final class Quoted {
  private static final int LONGEST = 60;

  private Quoted() {}

  static String of(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .limit(LONGEST)
        .forEach(
            point -> {
              if (Character.isISOControl(point) || isSurrogate(point)) {
                quoted.append("\\u%04x".formatted(point));
              } else {
                quoted.appendCodePoint(point);
              }
            });
    return quoted.append(text.codePointCount(0, text.length()) > LONGEST ? "…\"" : "\"").toString();
  }

  /** Whether a text holds half a surrogate pair, which is no character. */
  static boolean hasHalfPair(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return text.codePoints().anyMatch(Quoted::isSurrogate);
      }
    }
    return false;
  }

  private static boolean isSurrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }
}
