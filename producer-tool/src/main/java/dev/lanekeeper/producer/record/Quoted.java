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

  static boolean isSurrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }
}
