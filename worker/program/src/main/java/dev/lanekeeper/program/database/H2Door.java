package dev.lanekeeper.program.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariDataSource;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.h2.tools.Server;

/**
 * The way for operators into an embedded H2 database while its worker runs: the worker that has the
 * file open serves it on a free port of the loopback address, to those who know a random token.
 * Port and token stand in a file beside the database that only its owner can read (ops/adr/0005).
 */
public final class H2Door implements AutoCloseable {
  private static final int TOKEN_BYTES = 32;
  private static final int PROBE_MILLIS = 1000;
  private static final String H2_PREFIX = "jdbc:h2:";
  private static final String TCP_PREFIX = "jdbc:h2:tcp://127.0.0.1:";
  private static final Pattern THROUGH_A_DOOR =
      Pattern.compile(
          Pattern.quote(TCP_PREFIX) + "\\d+/(\\p{XDigit}{%d})".formatted(2 * TOKEN_BYTES));

  private final Server server;
  private final Path sign;
  private final String token;

  private H2Door(Server server, Path sign, String token) {
    this.server = server;
    this.sign = sign;
    this.token = token;
  }

  /**
   * Opens the door to the database file that this process has open; empty for a database without.
   *
   * @throws ProgramException when the port or the file cannot be had
   */
  static Optional<H2Door> open(HikariDataSource pool, OneAtATime turns) {
    return path(pool.getJdbcUrl()).map(database -> open(database, pool, turns));
  }

  private static H2Door open(Path database, HikariDataSource pool, OneAtATime turns) {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    String token = HexFormat.of().formatHex(random);
    Path sign = sign(database);
    try (Connection connection = pool.getConnection()) {
      DoorTurns.offer(token, turns, connection);
      Server server =
          Server.createTcpServer(
                  "-tcpPort", "0", "-tcpDaemon", "-ifExists", "-key", token, "file:" + database)
              .start();
      write(sign, server.getPort() + "\n" + token + "\n");
      return new H2Door(server, sign, token);
    } catch (SQLException | IOException failure) {
      throw new ProgramException(
          ExitCode.IO,
          "cannot let operators into the database beside " + sign + ": " + failure.getMessage(),
          failure);
    }
  }

  /** The URL that leads through the door of a running worker; empty when none runs. */
  public static Optional<String> find(String url) {
    return path(url).map(H2Door::sign).filter(Files::exists).flatMap(H2Door::read);
  }

  /** The token in a URL that leads through a door. */
  static Optional<String> token(String url) {
    Matcher matcher = THROUGH_A_DOOR.matcher(url);
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  private static Optional<String> read(Path sign) {
    try {
      List<String> lines = Files.readAllLines(sign, UTF_8);
      int port = Integer.parseInt(lines.get(0));
      // The sign of a worker that was killed is still there, and leads nowhere.
      return answers(port) ? Optional.of(TCP_PREFIX + port + "/" + lines.get(1)) : Optional.empty();
    } catch (IOException | IndexOutOfBoundsException | NumberFormatException unreadable) {
      throw new ProgramException(
          ExitCode.IO,
          "cannot read " + sign + "; act as the user that runs the worker, or stop the worker",
          unreadable);
    }
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PROBE_MILLIS);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static void write(Path sign, String text) throws IOException {
    Files.deleteIfExists(sign);
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] onlyOwner =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    Files.createFile(sign, onlyOwner);
    Files.writeString(sign, text);
  }

  /** The file in which an embedded database is kept; empty for other databases. */
  static Optional<Path> file(String url) {
    return path(url).map(database -> database.resolveSibling(database.getFileName() + ".mv.db"));
  }

  private static Path sign(Path database) {
    return database.resolveSibling(database.getFileName() + ".door");
  }

  private static Optional<Path> path(String url) {
    String rest = url.startsWith(H2_PREFIX) ? url.substring(H2_PREFIX.length()) : "tcp:";
    String path = rest.startsWith("file:") ? rest.substring("file:".length()) : rest;
    boolean otherKind = !rest.startsWith("file:") && rest.matches("[a-z]{2,}:.*");
    if (otherKind) {
      return Optional.empty();
    }
    String home = System.getProperty("user.home");
    String file = path.split(";", 2)[0].replaceFirst("^~", Matcher.quoteReplacement(home));
    return Optional.of(Path.of(file).toAbsolutePath().normalize());
  }

  @Override
  public void close() {
    server.stop();
    DoorTurns.withdraw(token);
    try {
      Files.deleteIfExists(sign);
    } catch (IOException failure) {
      throw new ProgramException(ExitCode.IO, "cannot remove " + sign, failure);
    }
  }
}
