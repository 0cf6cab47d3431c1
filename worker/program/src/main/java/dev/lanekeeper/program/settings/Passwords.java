package dev.lanekeeper.program.settings;

import java.util.regex.Pattern;

/**
 * Keeps passwords that somebody has written into a URL out of what is printed: {@code
 * //user:password@host}, {@code ?password=}, {@code ;PASSWORD=}, {@code ?token=} and their like.
 * Masks too much rather than too little: all that follows such a word in its line, since no two
 * drivers agree where a value ends. Stateless.
 */
public final class Passwords {
  private static final Pattern BEFORE_THE_HOST = Pattern.compile("(//[^/?\\s:@]*):[^\\s?]*@");
  private static final Pattern BEHIND_ITS_NAME =
      Pattern.compile(
          "(?i)((?:password|passwd|pwd|secret|token|api[-_]?key|signature)\\w*\\s*=)(?!\\*\\*\\*).*");

  private Passwords() {}

  /** The text with three asterisks in place of each password. */
  public static String masked(String text) {
    String behind = BEFORE_THE_HOST.matcher(text).replaceAll("$1:***@");
    return BEHIND_ITS_NAME.matcher(behind).replaceAll("$1***");
  }
}
