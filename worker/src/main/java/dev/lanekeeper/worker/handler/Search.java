package dev.lanekeeper.worker.handler;

import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.settings.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/** Finds handlers, built in and in jars, and chooses among them by name. Not thread-safe. */
final class Search {
  private final List<Found> found = new ArrayList<>();

  Search(List<HandlerProvider> builtIn) {
    builtIn.forEach(provider -> found.add(Found.of(provider, Found.BUILT_IN, Optional.empty())));
  }

  /**
   * Adds the handlers of some jars.
   *
   * @throws ProgramException when there is none, or one that is broken
   */
  void add(JarSet jars, ClassLoader classLoader) {
    int before = found.size();
    try {
      for (HandlerProvider provider : ServiceLoader.load(HandlerProvider.class, classLoader)) {
        found.add(Found.of(provider, jars.origin().toString(), Optional.of(classLoader)));
      }
    } catch (ServiceConfigurationError | LinkageError | RuntimeException broken) {
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          "--handlers-path %s: a handler is broken: %s".formatted(jars.origin(), reason(broken)),
          broken);
    }
    if (found.size() == before) {
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          "--handlers-path %s: no handler is in it; its jar names one in META-INF/services/%s"
              .formatted(jars.origin(), HandlerProvider.class.getName()));
    }
  }

  /** A service loader's own message names the class; what lies beneath it says what is wrong. */
  private static String reason(Throwable broken) {
    Throwable cause = broken.getCause();
    return Found.reason(broken) + (cause == null ? "" : ": " + Found.reason(cause));
  }

  /**
   * The handler of a name.
   *
   * @throws ProgramException when there is none, or more than one
   */
  Found choose(String name) {
    List<Found> named = found.stream().filter(handler -> handler.name().equals(name)).toList();
    if (named.isEmpty()) {
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          "--handler %s: there is no such handler; found: %s%s"
              .formatted(
                  name,
                  list(found),
                  Suggestion.didYouMean(name, found.stream().map(Found::name).toList())));
    }
    if (named.size() > 1) {
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          "--handler %s: several have this name: %s; leave only one under --handlers-path"
              .formatted(name, list(named)));
    }
    return named.get(0);
  }

  static String list(List<Found> handlers) {
    return handlers.stream().map(handler -> handler.label("")).collect(Collectors.joining(", "));
  }
}
