package dev.lanekeeper.worker.handler;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/**
 * Several handlers as one: each message goes to the one that declares its type, and a message of
 * another type is rejected. All share the order of a message group and the inbox. Thread-safe.
 */
final class RoutedHandler implements MessageHandler {
  private final Map<String, MessageHandler> byType;

  private RoutedHandler(Map<String, MessageHandler> byType) {
    this.byType = byType;
  }

  /**
   * Checks that the declared types leave no doubt.
   *
   * @throws ProgramException when two handlers declare one type, or one declares none
   */
  static RoutedHandler of(Map<Found, MessageHandler> handlers) {
    Map<String, MessageHandler> byType = new TreeMap<>();
    Map<String, Found> owners = new TreeMap<>();
    handlers.forEach(
        (found, handler) -> {
          if (found.types().isEmpty()) {
            throw wrong(found + " declares no types, so it can only be named alone");
          }
          for (String type : found.types()) {
            Found other = owners.putIfAbsent(type, found);
            if (other != null) {
              throw wrong(
                  "type %s: both %s and %s handle it; name one of them"
                      .formatted(type, other, found));
            }
            byType.put(type, handler);
          }
        });
    return new RoutedHandler(byType);
  }

  private static ProgramException wrong(String what) {
    return new ProgramException(ExitCode.CONFIGURATION, "--handler: " + what);
  }

  @Override
  public Optional<String> handle(Message message, Handle handle) throws Exception {
    return handlerOf(message).handle(message, handle);
  }

  @Override
  public Optional<String> messageGroupOf(Message message) {
    return handlerOf(message).messageGroupOf(message);
  }

  /** Whether all of them are. */
  @Override
  public boolean isIdempotent() {
    return byType.values().stream().allMatch(MessageHandler::isIdempotent);
  }

  @Override
  public void repeated(Message message, String result) throws Exception {
    handlerOf(message).repeated(message, result);
  }

  private MessageHandler handlerOf(Message message) {
    MessageHandler handler = byType.get(message.type());
    if (handler == null) {
      throw new RejectedMessageException(
          "no handler was named for type \"%s\"; there are some for %s"
              .formatted(message.type(), byType.keySet()));
    }
    return handler;
  }
}
