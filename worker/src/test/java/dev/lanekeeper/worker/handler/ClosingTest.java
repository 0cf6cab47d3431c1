package dev.lanekeeper.worker.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.worker.testing.HandlerJar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handlers are closed once, each, whatever another does. */
class ClosingTest {
  @TempDir Path folder = Path.of("");

  private final List<String> closed = new ArrayList<>();

  @Test
  void everyChosenHandlerIsClosedAlsoAfterOneThatFails() {
    Handlers handlers =
        new Handlers(
            List.of(new Provider("first"), new Provider("second"), new Provider("unused")),
            List.of(),
            List.of("first", "second"));
    assertThat(closed).isEmpty();
    handlers.close();
    assertThat(closed).containsExactly("first", "second");
  }

  @Test
  void handlersThatWereMadeAreClosedWhenAnotherCannotBe() {
    List<HandlerProvider> builtIn = List.of(new Provider("first"), new Provider("second"));
    assertThatThrownBy(() -> new Handlers(builtIn, List.of(), List.of("first", "no-such")))
        .isInstanceOf(ProgramException.class);
    assertThat(closed).isEmpty(); // None was made: names are checked before.

    Path jar =
        new HandlerJar(folder)
            .handler("clash", List.of("type-of-first"), "return java.util.Optional.empty();")
            .build("clash.jar");
    assertThatThrownBy(() -> new Handlers(builtIn, List.of(jar), List.of("first", "clash")))
        .isInstanceOf(ProgramException.class);
    assertThat(closed).containsExactly("first");
  }

  @Test
  void handlerInAJarIsClosedWithItsClassLoaderAsContext() {
    String property = "lanekeeper.test.closed-by";
    Path jar =
        new HandlerJar(folder)
            .provider(
                "closing",
                """
                public final class closing implements dev.lanekeeper.api.HandlerProvider {
                  public String name() { return "closing"; }
                  public java.util.Set<String> types() { return java.util.Set.of(); }
                  public int apiVersion() { return API_VERSION; }
                  public dev.lanekeeper.api.MessageHandler create() { return new Handler(); }
                  static final class Handler
                      implements dev.lanekeeper.api.MessageHandler, AutoCloseable {
                    public java.util.Optional<String> handle(
                        dev.lanekeeper.api.Message message, org.jdbi.v3.core.Handle handle) {
                      return java.util.Optional.empty();
                    }
                    public void close() {
                      System.setProperty("%s",
                          Thread.currentThread().getContextClassLoader().getName());
                    }
                  }
                }
                """
                    .formatted(property))
            .build("closing.jar");
    new Handlers(List.of(), List.of(jar), List.of("closing")).close();
    assertThat(System.clearProperty(property)).isEqualTo("handlers in " + jar);
  }

  private final class Provider implements HandlerProvider {
    private final String name;

    Provider(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Set<String> types() {
      return Set.of("type-of-" + name);
    }

    @Override
    public int apiVersion() {
      return API_VERSION;
    }

    @Override
    public MessageHandler create() {
      return new Closing(name);
    }
  }

  private final class Closing implements MessageHandler, AutoCloseable {
    private final String name;

    Closing(String name) {
      this.name = name;
    }

    @Override
    public Optional<String> handle(Message message, Handle handle) {
      return Optional.empty();
    }

    @Override
    public void close() {
      closed.add(name);
      throw new IllegalStateException(name + " cannot close");
    }
  }
}
