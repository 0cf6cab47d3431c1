package dev.lanekeeper.worker.handler;

import java.util.List;

/**
 * What a handler's jars share with the worker: the JDK, the api, Jdbi and SLF4J. As the parent of
 * their class loader it hides everything else, so that a handler brings its own libraries, in
 * versions of its own. Thread-safe.
 */
final class SharedClasses extends ClassLoader {
  private static final List<String> PREFIXES =
      List.of("dev.lanekeeper.api.", "org.jdbi.v3.", "org.slf4j.");

  /** Names Jackson, which is not shared. */
  private static final String NOT_SHARED = "dev.lanekeeper.api.internal.";

  static {
    registerAsParallelCapable();
  }

  private final ClassLoader worker;

  SharedClasses(ClassLoader worker) {
    super("shared", getPlatformClassLoader());
    this.worker = worker;
  }

  /** Called for what the JDK does not have. */
  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (name.startsWith(NOT_SHARED) || PREFIXES.stream().noneMatch(name::startsWith)) {
      throw new ClassNotFoundException(name);
    }
    return worker.loadClass(name);
  }
}
