package dev.lanekeeper.worker.handler;

import static java.util.Objects.requireNonNull;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.api.IdempotencyKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.api.Reconciliation;
import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * A handler from jars of its own, called with their class loader as the thread's context: by that
 * libraries find their own parts, and not the worker's. Thread-safe.
 */
@SuppressWarnings("try") // Its close throws what the handler's own throws.
final class ContextHandler implements EffectHandler, AutoCloseable {
  private final MessageHandler handler;
  private final ClassLoader classLoader;

  private ContextHandler(MessageHandler handler, ClassLoader classLoader) {
    this.handler = handler;
    this.classLoader = classLoader;
  }

  static ContextHandler create(HandlerProvider provider, ClassLoader classLoader) throws Exception {
    MessageHandler handler = within(classLoader, provider::create);
    return new ContextHandler(requireNonNull(handler, "create() returned null"), classLoader);
  }

  @Override
  public Optional<String> handle(Message message, Handle handle) throws Exception {
    return within(classLoader, () -> handler.handle(message, handle));
  }

  @Override
  public boolean hasEffect(Message message) {
    return handler instanceof EffectHandler effects
        && within(classLoader, () -> effects.hasEffect(message));
  }

  @Override
  public Optional<String> call(Message message, IdempotencyKey key) throws Exception {
    return within(classLoader, () -> effects().call(message, key));
  }

  @Override
  public Reconciliation reconcile(Message message, IdempotencyKey key) throws Exception {
    return within(classLoader, () -> effects().reconcile(message, key));
  }

  @Override
  public Optional<String> settle(Message message, Optional<String> result, Handle handle)
      throws Exception {
    return within(classLoader, () -> effects().settle(message, result, handle));
  }

  @Override
  public Duration longestCall(Message message) {
    return within(classLoader, () -> effects().longestCall(message));
  }

  @Override
  public boolean mayCallAgain(Message message) {
    return within(classLoader, () -> effects().mayCallAgain(message));
  }

  private EffectHandler effects() {
    return (EffectHandler) handler;
  }

  @Override
  public Optional<String> messageGroupOf(Message message) {
    return within(classLoader, () -> handler.messageGroupOf(message));
  }

  @Override
  public boolean isIdempotent() {
    return within(classLoader, handler::isIdempotent);
  }

  @Override
  public void repeated(Message message, String result) throws Exception {
    within(
        classLoader,
        () -> {
          handler.repeated(message, result);
          return true;
        });
  }

  @Override
  public void close() throws Exception {
    if (handler instanceof AutoCloseable closeable) {
      within(
          classLoader,
          () -> {
            closeable.close();
            return true;
          });
    }
  }

  private interface Call<T, X extends Exception> {
    T make() throws X;
  }

  private static <T, X extends Exception> T within(ClassLoader classLoader, Call<T, X> call)
      throws X {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(classLoader);
    try {
      return call.make();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
