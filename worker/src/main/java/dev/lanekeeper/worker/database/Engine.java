package dev.lanekeeper.worker.database;

import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.inbox.H2ShortCut;
import dev.lanekeeper.worker.inbox.PostgresShortCut;
import dev.lanekeeper.worker.inbox.ShortCut;
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
  List<String> migrations() {
    return List.of("classpath:sql/common", "classpath:sql/" + folder);
  }

  /** The happy path into the inbox. */
  public ShortCut shortCut(FirstSequence firstSequence) {
    return switch (this) {
      case H2 -> new H2ShortCut(firstSequence);
      case POSTGRESQL -> new PostgresShortCut(firstSequence);
    };
  }
}
