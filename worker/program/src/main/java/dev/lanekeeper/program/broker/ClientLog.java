package dev.lanekeeper.program.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Directs the log of the RocketMQ client, which carries a logging system of its own and would write
 * up to 704 MB to {@code $HOME/logs}. It is set up by system properties, once for the process.
 */
final class ClientLog {
  private static final String CONFIGURATION = "rocketmq.logback.configurationFile";
  private static final String ROOT = "rocketmq.log.root";
  private static final String LEVEL = "rocketmq.log.level";
  private static final String FRAMES = "rocketmq.log.frames";
  private static final String RESOURCES = "dev/lanekeeper/program/broker/";

  private static final org.slf4j.Logger log = LoggerFactory.getLogger(ClientLog.class);

  /** The client's gRPC logs through the JDK instead; held here, or the level would be forgotten. */
  private static final Logger GRPC = Logger.getLogger("org.apache.rocketmq.shaded.io.grpc");

  private ClientLog() {}

  /**
   * Directs it to a folder, or to nowhere when the folder cannot be written. System properties that
   * were given to the process win.
   *
   * @param folder where to; null for the user's own in the temporary folder
   */
  static void direct(@Nullable Path folder, ClientLogLevel level) {
    GRPC.setLevel(Level.OFF); // Its failures come back as exceptions, too.
    if (System.getProperty(CONFIGURATION) != null) {
      return;
    }
    Path root =
        Path.of(System.getProperty(ROOT, (folder == null ? ownFolder() : folder).toString()));
    boolean file = level != ClientLogLevel.OFF && isWritable(root);
    if (!file && level != ClientLogLevel.OFF) {
      log.warn(
          "the RocketMQ client keeps no log: {} cannot be written; name another folder with"
              + " --client-log-dir, or leave it out with --client-log-level off",
          root);
    }
    System.setProperty(ROOT, root.toAbsolutePath().toString());
    System.setProperty(LEVEL, System.getProperty(LEVEL, level.name().toLowerCase(Locale.ROOT)));
    if (level == ClientLogLevel.DEBUG) {
      System.setProperty(FRAMES, System.getProperty(FRAMES, "full"));
    }
    System.setProperty(
        CONFIGURATION, RESOURCES + (file ? "client-log-file.xml" : "client-log-off.xml"));
  }

  /** Named after the user, since the temporary folder is shared by all of a machine. */
  private static Path ownFolder() {
    String user = System.getProperty("user.name", "user").replaceAll("[^A-Za-z0-9._-]", "_");
    return Path.of(System.getProperty("java.io.tmpdir"), "lanekeeper-" + user, "client-log");
  }

  private static boolean isWritable(Path folder) {
    try {
      Files.createDirectories(folder);
      Path parent = folder.getParent();
      return Files.isWritable(folder)
          // Somebody else's link in the shared folder must not choose where we write.
          && (parent == null || Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException | SecurityException unwritable) {
      return false;
    }
  }
}
