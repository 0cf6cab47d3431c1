package dev.lanekeeper.worker.handler;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.api.IdempotencyKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.api.Reconciliation;
import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/**
 * Several handlers as one: each message goes to the one that declares its type, and a message of
 * another type is rejected. All share the order of a message group and the inbox. Thread-safe.
 */
final class RoutedHandler implements EffectHandler {
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
  public boolean hasEffect(Message message) {
    return handlerOf(message) instanceof EffectHandler effects && effects.hasEffect(message);
  }

  @Override
  public Optional<String> call(Message message, IdempotencyKey key) throws Exception {
    return effectsOf(message).call(message, key);
  }

  @Override
  public Reconciliation reconcile(Message message, IdempotencyKey key) throws Exception {
    return effectsOf(message).reconcile(message, key);
  }

  @Override
  public Optional<String> settle(Message message, Optional<String> result, Handle handle)
      throws Exception {
    return effectsOf(message).settle(message, result, handle);
  }

  @Override
  public Duration longestCall(Message message) {
    return effectsOf(message).longestCall(message);
  }

  @Override
  public boolean mayCallAgain(Message message) {
    return effectsOf(message).mayCallAgain(message);
  }

  private EffectHandler effectsOf(Message message) {
    return (EffectHandler) handlerOf(message);
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
