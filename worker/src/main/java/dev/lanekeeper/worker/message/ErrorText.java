package dev.lanekeeper.worker.message;

/** Puts errors into words for the person who will read them in the database. */
public final class ErrorText {
  private static final int MAX_LENGTH = 4000;

  private ErrorText() {}

  /** What went wrong, and beneath it why, in a line each. */
  public static String of(Throwable error) {
    StringBuilder text = new StringBuilder();
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      text.append(text.isEmpty() ? "" : "\ncaused by ").append(cause);
    }
    return fitting(text.toString());
  }

  /**
   * The beginning of a text, as much as its column takes, without the NULs that no database takes.
   */
  public static String fitting(String text) {
    String clean = text.replace('\0', ' ');
    return clean.length() <= MAX_LENGTH ? clean : clean.substring(0, MAX_LENGTH);
  }
}
