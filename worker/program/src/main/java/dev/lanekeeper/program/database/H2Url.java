package dev.lanekeeper.program.database;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.util.Locale;

/**
 * Settings that an H2 database needs to keep Lanekeeper's guarantees, added to its URL.
 *
 * <p>{@code WRITE_DELAY=0}: by default H2 writes commits up to half a second late, so that a killed
 * process forgets what it acknowledged (design.md, G3). {@code MODE=PostgreSQL}: the same conflict
 * clause on both engines. {@code DB_CLOSE_ON_EXIT=FALSE}: the program closes it, after its last
 * transaction (https://h2database.com/html/features.html).
 */
final class H2Url {
  private static final String[] NEEDED = {
    "WRITE_DELAY=0", "MODE=PostgreSQL", "DB_CLOSE_ON_EXIT=FALSE"
  };

  private H2Url() {}

  /**
   * Returns the URL with what is needed.
   *
   * @throws ProgramException when the URL asks for the contrary
   */
  static String durable(String url) {
    if (url.startsWith("jdbc:h2:tcp:")) {
      return url; // The process that has the file open has settled this.
    }
    StringBuilder durable = new StringBuilder(url);
    for (String needed : NEEDED) {
      String name = needed.substring(0, needed.indexOf('=') + 1);
      int found = url.toUpperCase(Locale.ROOT).indexOf(";" + name);
      if (found < 0) {
        durable.append(';').append(needed);
      } else if (!url.substring(found + 1)
          .split(";", 2)[0]
          .toUpperCase(Locale.ROOT)
          .equals(needed.toUpperCase(Locale.ROOT))) {
        throw new ProgramException(
            ExitCode.CONFIGURATION,
            "--db: an H2 database needs " + needed + "; leave " + name + "... out of the URL");
      }
    }
    return durable.toString();
  }
}
