package dev.lanekeeper.localbroker;

import com.alibaba.fastjson2.JSON;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;

/**
 * The one user whose signature is asked for. Never printed, never written down. Immutable.
 *
 * @param accessKey the user's name
 * @param secretKey what signs
 */
record Credentials(String accessKey, String secretKey) {
  /**
   * Reads a file of two lines, {@code accessKey: NAME} and {@code secretKey: SECRET}, as mqadmin's
   * {@code tools.yml} has them.
   *
   * @throws RefusedException when it cannot be read, or is not that
   */
  static Credentials read(Path file) throws RefusedException {
    Properties lines = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      lines.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new RefusedException(
          ExitStatus.IO,
          "credentials file %s cannot be read (%s)".formatted(file, e.getClass().getSimpleName()));
    }
    return new Credentials(require(lines, "accessKey", file), require(lines, "secretKey", file));
  }

  private static String require(Properties lines, String name, Path file) throws RefusedException {
    String value = lines.getProperty(name, "").strip();
    if (value.isEmpty()) {
      throw new RefusedException(
          ExitStatus.USAGE,
          "credentials file %s has no %s: write the lines \"accessKey: NAME\" and \"secretKey: SECRET\""
              .formatted(file, name));
    }
    return value;
  }

  /** As the server's {@code initAuthenticationUser} is written. */
  String asUser() {
    return JSON.toJSONString(Map.of("username", accessKey, "password", secretKey));
  }

  /** As the server's {@code innerClientAuthenticationCredentials} are written. */
  String asInnerClient() {
    return JSON.toJSONString(Map.of("accessKey", accessKey, "secretKey", secretKey));
  }

  @Override
  public String toString() {
    return "Credentials[***]";
  }
}
