package dev.lanekeeper.worker.handler.http;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * What was read of an answer's body. Immutable.
 *
 * @param isWhole false when more of it was, or should have been, there
 */
record Body(byte[] bytes, boolean isWhole) {
  private static final char REPLACEMENT = '\uFFFD';

  /** As text that can be stored. */
  String text() {
    String text = new String(bytes, UTF_8).replace('\0', REPLACEMENT);
    boolean cutInACharacter =
        !isWhole && !text.isEmpty() && text.charAt(text.length() - 1) == REPLACEMENT;
    return cutInACharacter ? text.substring(0, text.length() - 1) : text;
  }
}
