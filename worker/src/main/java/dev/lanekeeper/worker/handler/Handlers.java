package dev.lanekeeper.worker.handler;

import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.broker.BoundedClose;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handlers that this process works with: looked for among those that are built in and in the
 * jars of others, chosen by name, open until this is closed. The one who opens it closes it, after
 * the last message. Not thread-safe; the handler is.
 */
public final class Handlers implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Handlers.class);
  private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5);

  private final List<URLClassLoader> classLoaders = new ArrayList<>();
  private final Map<Found, MessageHandler> chosen = new LinkedHashMap<>();
  private final MessageHandler handler;

  /**
   * Finds, chooses and makes them.
   *
   * @param builtIn those that the worker brings along
   * @param paths folders of jars, or jars; each has a class loader of its own
   * @param names those to be used, at least one; a name twice counts once
   * @throws dev.lanekeeper.program.ProgramException when something about it is wrong, for the
   *     person who started the process
   */
  public Handlers(List<HandlerProvider> builtIn, List<Path> paths, List<String> names) {
    try {
      Search search = new Search(builtIn);
      ClassLoader shared = new SharedClasses(Handlers.class.getClassLoader());
      for (Path path : paths) {
        JarSet jars = JarSet.of(path);
        URLClassLoader classLoader = jars.classLoader(shared);
        classLoaders.add(classLoader);
        search.add(jars, classLoader);
      }
      List<Found> found = names.stream().distinct().map(search::choose).toList();
      found.forEach(one -> chosen.put(one, one.create()));
      this.handler = chosen.size() == 1 ? only() : RoutedHandler.of(chosen);
    } catch (RuntimeException wrong) {
      close();
      throw wrong;
    }
  }

  private MessageHandler only() {
    return chosen.values().iterator().next();
  }

  /** One handler for every message: the one that was named, or the one that routes to several. */
  public MessageHandler handler() {
    return handler;
  }

  /** Which they are and where they come from, for people. */
  public String description() {
    return chosen.entrySet().stream()
        .map(entry -> entry.getKey().label(entry.getValue().isIdempotent() ? ", idempotent" : ""))
        .collect(Collectors.joining(", "));
  }

  /** Closes the handlers that can be closed, and then lets go of their jars. */
  @Override
  public void close() {
    chosen.forEach(
        (found, handler) -> {
          if (handler instanceof AutoCloseable closeable
              && !BoundedClose.close(() -> close(found, closeable), LONGEST_CLOSE)) {
            log.warn("{} did not close within {}, and is left behind", found, LONGEST_CLOSE);
          }
        });
    for (URLClassLoader classLoader : classLoaders) {
      try {
        classLoader.close();
      } catch (IOException failure) {
        log.warn("{}: {}", classLoader.getName(), failure.getMessage());
      }
    }
  }

  private static void close(Found found, AutoCloseable closeable) {
    try {
      closeable.close();
      log.info("{} is closed", found);
    } catch (Exception | LinkageError failure) {
      log.warn("{} failed to close: {}", found, String.valueOf(failure));
    }
  }
}
