package dev.lanekeeper.worker.handler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.api.IdempotencyKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageBuilder;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.api.Reconciliation;
import dev.lanekeeper.worker.testing.HandlerJar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handlers in jars whose effects lie outside the database, alone and beside others. */
class HandlersWithEffectsTest {
  private static final String SHOP =
      """
      import dev.lanekeeper.api.*;
      import java.util.Optional;

      public final class shop implements HandlerProvider, EffectHandler {
        public String name() { return "shop"; }
        public java.util.Set<String> types() { return java.util.Set.of("shop.v1"); }
        public int apiVersion() { return API_VERSION; }
        public MessageHandler create() { return this; }
        public Optional<String> call(Message message, IdempotencyKey key) {
          return Optional.of(key + " " + Thread.currentThread().getContextClassLoader().getName());
        }
        public Reconciliation reconcile(Message message, IdempotencyKey key) {
          return Reconciliation.happened(Optional.of(key.quoted()));
        }
        public Optional<String> settle(
            Message message, Optional<String> result, org.jdbi.v3.core.Handle handle) {
          return result.map(text -> text + "!");
        }
        public java.time.Duration longestCall(Message message) {
          return java.time.Duration.ofSeconds(7);
        }
        public boolean mayCallAgain(Message message) { return true; }
      }
      """;

  private static final IdempotencyKey KEY = new IdempotencyKey("k\"1");

  @TempDir Path folder = Path.of("");

  @Test
  void handlerFromAJarIsAskedWithItsOwnClassLoader() throws Exception {
    requireShop("shop");
  }

  @Test
  void effectsAreRoutedByTypeAndOthersHaveNone() throws Exception {
    requireShop("shop", "plain");
    try (Handlers handlers = open("shop", "plain")) {
      EffectHandler handler = (EffectHandler) handlers.handler();
      assertThat(handler.hasEffect(message("plain.v1"))).isFalse();
      try (Handle handle = Jdbi.open("jdbc:h2:mem:")) {
        assertThat(handler.handle(message("plain.v1"), handle)).contains("plain");
      }
    }
  }

  private void requireShop(String... names) throws Exception {
    Message message = message("shop.v1");
    try (Handlers handlers = open(names);
        Handle handle = Jdbi.open("jdbc:h2:mem:")) {
      EffectHandler handler = (EffectHandler) handlers.handler();
      assertThat(handler.hasEffect(message)).isTrue();
      assertThat(handler.call(message, KEY).orElseThrow())
          .startsWith("k\"1 handlers in ")
          .endsWith("shop.jar");
      assertThat(handler.reconcile(message, KEY))
          .isEqualTo(Reconciliation.happened(Optional.of("\"k\\\"1\"")));
      assertThat(handler.settle(message, Optional.of("r"), handle)).contains("r!");
      assertThat(handler.longestCall(message)).isEqualTo(Duration.ofSeconds(7));
      assertThat(handler.mayCallAgain(message)).isTrue();
    }
  }

  private Handlers open(String... names) {
    Path jar = new HandlerJar(folder).provider("shop", SHOP).build("shop.jar");
    return new Handlers(List.of(new Plain()), List.of(jar), List.of(names));
  }

  private static Message message(String type) {
    return new MessageBuilder("A", new DedupKey("/test/A", "1"), type).build();
  }

  private static final class Plain implements HandlerProvider {
    @Override
    public String name() {
      return "plain";
    }

    @Override
    public Set<String> types() {
      return Set.of("plain.v1");
    }

    @Override
    public int apiVersion() {
      return API_VERSION;
    }

    @Override
    public MessageHandler create() {
      return (message, handle) -> Optional.of("plain");
    }
  }
}
