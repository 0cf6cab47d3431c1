package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.MessageHandler;
import java.util.Optional;

/** What a handler returned, as far as it can be stored. */
public final class Results {
  private Results() {}

  /** What is stored of the result of an effect, which happened, whatever its result is. */
  public static String kept(String result) {
    return problem(result).map(problem -> "(not stored: " + problem + ")").orElse(result);
  }

  /** What is wrong with a result; empty when it can be stored. */
  static Optional<String> problem(String result) {
    if (result.length() > MessageHandler.MAX_RESULT_LENGTH) {
      return Optional.of(
          "the handler's result has %d characters; at most %d can be stored"
              .formatted(result.length(), MessageHandler.MAX_RESULT_LENGTH));
    }
    return result.indexOf('\0') >= 0
        ? Optional.of(
            "the handler's result contains a NUL character, which PostgreSQL does not store")
        : Optional.empty();
  }
}
