package dev.lanekeeper.worker.handler;

import static java.util.Objects.requireNonNull;

import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.util.Optional;
import java.util.Set;

/**
 * A handler that can be chosen. Immutable.
 *
 * @param types what it declares to handle
 * @param origin where it was found, for people
 * @param classLoader that of its jars; empty for one that is built in
 */
record Found(
    String name,
    Set<String> types,
    String origin,
    HandlerProvider provider,
    Optional<ClassLoader> classLoader) {
  static final String BUILT_IN = "built in";

  /** The oldest version of the api that handlers may have been compiled against. */
  static final int OLDEST_API = 1;

  private static final String NAME = "[a-z0-9][a-z0-9-]{0,63}";

  /**
   * Asks a provider who it is.
   *
   * @throws IllegalStateException when the answer is none
   */
  static Found of(HandlerProvider provider, String origin, Optional<ClassLoader> classLoader) {
    String name = requireNonNull(provider.name(), "its name is null");
    if (!name.matches(NAME)) {
      throw new IllegalStateException(
          "its name is \"" + name + "\": lower-case letters, digits and dashes are expected");
    }
    Set<String> types = Set.copyOf(requireNonNull(provider.types(), "its types are null"));
    return new Found(name, types, origin, provider, classLoader);
  }

  /**
   * Makes the handler.
   *
   * @throws ProgramException when it was compiled against another api, or says that it cannot work
   */
  MessageHandler create() {
    try {
      int version = provider.apiVersion();
      if (version < OLDEST_API || version > HandlerProvider.API_VERSION) {
        throw new ProgramException(ExitCode.CONFIGURATION, otherApi(version));
      }
      if (classLoader.isEmpty()) {
        return requireNonNull(provider.create(), "create() returned null");
      }
      return ContextHandler.create(provider, classLoader.get());
    } catch (ProgramException expected) {
      throw expected;
    } catch (Exception | LinkageError failure) {
      throw new ProgramException(
          ExitCode.CONFIGURATION, this + " cannot be made: " + reason(failure), failure);
    }
  }

  private String otherApi(int version) {
    String mend =
        version > HandlerProvider.API_VERSION
            ? "use the worker that it was built for, or build it against this worker's lanekeeper-api"
            : "build it anew, against this worker's lanekeeper-api";
    return "%s was built against version %d of the api, and this worker takes %d to %d: %s"
        .formatted(this, version, OLDEST_API, HandlerProvider.API_VERSION, mend);
  }

  /** For lists: its name, and in brackets where it was found and what else is to be said. */
  String label(String more) {
    return "%s (%s%s)".formatted(name, origin, more);
  }

  /** A failure in one line. */
  static String reason(Throwable failure) {
    String text = failure.getMessage();
    String sufficient = text == null || failure instanceof LinkageError ? failure.toString() : text;
    return sufficient.lines().findFirst().orElse("");
  }

  @Override
  public String toString() {
    return "handler '%s' (%s)".formatted(name, origin);
  }
}
