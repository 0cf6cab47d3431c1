package dev.lanekeeper.program.database;

import java.util.List;
import java.util.Optional;

/** The databases that are supported, and what differs between them. */
public enum Engine {
  H2("jdbc:h2:", "h2"),
  POSTGRESQL("jdbc:postgresql:", "postgresql");

  private final String urlPrefix;
  private final String folder;

  Engine(String urlPrefix, String folder) {
    this.urlPrefix = urlPrefix;
    this.folder = folder;
  }

  /** The engine that a JDBC URL is for. */
  public static Optional<Engine> ofUrl(String url) {
    for (Engine engine : values()) {
      if (url.startsWith(engine.urlPrefix)) {
        return Optional.of(engine);
      }
    }
    return Optional.empty();
  }

  /** Where the migrations of this engine stand on the class path. */
  public List<String> migrations() {
    return List.of("classpath:sql/common", "classpath:sql/" + folder);
  }
}
