package dev.lanekeeper.worker.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.api.MessageBuilder;
import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.worker.handler.ledger.LedgerProvider;
import dev.lanekeeper.worker.testing.HandlerJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handlers from jars, compiled by the test as somebody else would. */
class HandlersTest {
  private static final List<HandlerProvider> BUILT_IN = List.of(new LedgerProvider());

  @TempDir Path folder = Path.of("");

  private final Handle database = Jdbi.open("jdbc:h2:mem:");

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void handlerInAJarWorksInTheWorkersTransaction() throws Exception {
    Path jar =
        jar(
            "echo",
            "return java.util.Optional.of(handle.select(\"select 'x'\").mapTo(String.class).one() + message.type());");
    try (Handlers handlers = open(List.of(jar), "echo")) {
      assertThat(handle(handlers, "t")).contains("xt");
      assertThat(handlers.description()).isEqualTo("echo (" + jar + ")");
    }
  }

  @Test
  void librariesOfAHandlerWinOverTheWorkers() throws Exception {
    Path jar =
        new HandlerJar(folder)
            .source(
                "com.zaxxer.hikari.HikariConfig",
                "package com.zaxxer.hikari; public class HikariConfig { public String own() { return \"own\"; } }")
            .handler(
                "own",
                List.of(),
                "return java.util.Optional.of(new com.zaxxer.hikari.HikariConfig().own());")
            .build("own.jar");
    try (Handlers handlers = open(List.of(jar), "own")) {
      assertThat(handle(handlers, "t")).contains("own");
    }
  }

  @Test
  void handlerSeesNothingElseOfTheWorker() throws Exception {
    String look =
        """
        String seen = "";
        for (String name : java.util.List.of(
            "dev.lanekeeper.worker.handler.Handlers", "com.zaxxer.hikari.HikariConfig",
            "tools.jackson.databind.JsonNode", "org.postgresql.Driver",
            "dev.lanekeeper.api.internal.CanonicalJson",
            "org.slf4j.LoggerFactory", "org.jdbi.v3.core.Jdbi", "dev.lanekeeper.api.Message")) {
          try {
            seen += " " + Class.forName(name).getSimpleName();
          } catch (ClassNotFoundException hidden) {
          }
        }
        return java.util.Optional.of(seen);
        """;
    try (Handlers handlers = open(List.of(jar("look", look)), "look")) {
      assertThat(handle(handlers, "t")).contains(" LoggerFactory Jdbi Message");
    }
  }

  @Test
  void librariesFindTheirPartsByTheThreadsContext() throws Exception {
    Path jar =
        jar(
            "context",
            "return java.util.Optional.of(Thread.currentThread().getContextClassLoader().getName());");
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (Handlers handlers = open(List.of(jar), "context")) {
      assertThat(handle(handlers, "t")).contains("handlers in " + jar);
    }
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
  }

  @Test
  void jarsOfAFolderBelongTogetherAndJarsThatAreNamedDoNot() throws Exception {
    for (String version : List.of("1", "2")) {
      Path set = folder.resolve("set" + version);
      Path library =
          new HandlerJar(folder)
              .source(
                  "lib.Version",
                  "package lib; public class Version { public String get() { return \""
                      + version
                      + "\"; } }")
              .build("set" + version + "/library.jar");
      new HandlerJar(folder)
          .library(library)
          .handler(
              "version" + version,
              List.of("t" + version),
              "return java.util.Optional.of(new lib.Version().get());")
          .build("set" + version + "/handler.jar");
      assertThat(set).isDirectoryContaining("glob:**library.jar");
    }
    List<Path> sets = List.of(folder.resolve("set1"), folder.resolve("set2"));
    try (Handlers handlers = open(sets, "version1", "version2")) {
      assertThat(handle(handlers, "t1")).contains("1");
      assertThat(handle(handlers, "t2")).contains("2");
    }
    try (Handlers handlers = open(List.of(folder.resolve("set1/handler.jar")), "version1")) {
      assertThatThrownBy(() -> handle(handlers, "t1"))
          .isInstanceOf(NoClassDefFoundError.class)
          .hasMessageContaining("lib/Version");
    }
  }

  @Test
  void handlerThatIsNamedAloneGetsEveryType() throws Exception {
    Path jar =
        new HandlerJar(folder)
            .handler("typed", List.of("a"), "return java.util.Optional.of(message.type());")
            .build("typed.jar");
    try (Handlers handlers = open(List.of(jar), "typed")) {
      assertThat(handle(handlers, "b")).contains("b");
    }
  }

  @Test
  void typesChooseAmongSeveralAndAnotherTypeIsRejected() throws Exception {
    Path jar =
        new HandlerJar(folder)
            .handler("one", List.of("a", "b"), "return java.util.Optional.of(\"one\");")
            .handler("two", List.of("c"), "return java.util.Optional.of(\"two\");")
            .build("both.jar");
    try (Handlers handlers = open(List.of(jar), "one", "two", "ledger", "one")) {
      assertThat(handle(handlers, "b")).contains("one");
      assertThat(handle(handlers, "c")).contains("two");
      assertThat(handlers.handler().messageGroupOf(message("a"))).isEmpty();
      assertThatThrownBy(() -> handlers.handler().messageGroupOf(message("A")))
          .isInstanceOf(RejectedMessageException.class)
          .hasMessage(
              "no handler was named for type \"A\"; there are some for [a, b, c,"
                  + " ledger.order.created.v1, ledger.order.deleted.v1,"
                  + " ledger.transaction.added.v1, ledger.transaction.modified.v1]");
    }
  }

  @Test
  void handlerThatSaysItIsIdempotentIsShownAsSuch() {
    Path jar =
        new HandlerJar(folder)
            .handler(
                "twice",
                List.of("t"),
                "return java.util.Optional.empty(); } public boolean isIdempotent() { return true;")
            .build("twice.jar");
    try (Handlers handlers = open(List.of(jar), "twice", "ledger")) {
      assertThat(handlers.description())
          .isEqualTo("twice (" + jar + ", idempotent), ledger (built in)");
      assertThat(handlers.handler().isIdempotent()).isFalse();
    }
    try (Handlers handlers = open(List.of(jar), "twice")) {
      assertThat(handlers.handler().isIdempotent()).isTrue();
    }
  }

  @Test
  void storedResultIsGivenBackToTheHandlerOfTheType() {
    String body =
        """
        return java.util.Optional.empty();
        }
        public void repeated(dev.lanekeeper.api.Message message, String result) {
          throw new IllegalStateException(
              result + " in " + Thread.currentThread().getContextClassLoader().getName());
        """;
    Path jar = new HandlerJar(folder).handler("told", List.of("t"), body).build("told.jar");
    for (String[] names : new String[][] {{"told"}, {"ledger", "told"}}) {
      try (Handlers handlers = open(List.of(jar), names)) {
        assertThatThrownBy(() -> handlers.handler().repeated(message("t"), "42"))
            .hasMessage("42 in handlers in " + jar);
      }
    }
  }

  @Test
  void typesThatLeaveADoubtAreRefused() {
    Path jar =
        new HandlerJar(folder)
            .handler("one", List.of("a"), "return java.util.Optional.empty();")
            .handler("two", List.of("a"), "return java.util.Optional.empty();")
            .handler("any", List.of(), "return java.util.Optional.empty();")
            .build("doubt.jar");
    assertRefused(List.of(jar), List.of("one", "two"), "type a: both handler 'one'", "'two'");
    assertRefused(List.of(jar), List.of("one", "any"), "'any'", "declares no types", "alone");
  }

  @Test
  void nameThatNobodyHasIsToldWithThoseThatAreThere() {
    Path jar = jar("points", "return java.util.Optional.empty();");
    assertRefused(
        List.of(jar),
        List.of("poinst"),
        "--handler poinst: there is no such handler; found: ledger (built in), points (" + jar,
        "did you mean 'points'?");
  }

  @Test
  void nameThatSeveralHaveIsRefused() {
    Path jar = jar("ledger", "return java.util.Optional.empty();");
    assertRefused(
        List.of(jar), List.of("ledger"), "several have this name: ledger (built in), ledger (");
  }

  @Test
  void pathThatHoldsNoHandlerIsRefused() throws IOException {
    assertRefused(
        List.of(folder.resolve("gone")), List.of("ledger"), "gone: there is no such file");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertRefused(List.of(empty), List.of("ledger"), "empty: no .jar file is in this folder");
    Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
    assertRefused(List.of(text), List.of("ledger"), "text.jar: it cannot be read as a jar");
    Path plain = new HandlerJar(folder).source("A", "class A {}").build("plain.jar");
    assertRefused(
        List.of(plain),
        List.of("ledger"),
        "no handler is in it",
        "META-INF/services/dev.lanekeeper.api.HandlerProvider");
  }

  @Test
  void brokenHandlerIsToldWithWhatIsWrong() {
    Path missing = new HandlerJar(folder).missingProvider("acme.Gone").build("missing.jar");
    assertRefused(
        List.of(missing), List.of("ledger"), "a handler is broken", "acme.Gone not found");
    Path fails =
        new HandlerJar(folder)
            .provider(
                "Fails",
                provider("Fails", "1", "return (m, h) -> java.util.Optional.empty();")
                    .replace("/**/", "public Fails() { throw new RuntimeException(\"no luck\"); }"))
            .build("fails.jar");
    assertRefused(List.of(fails), List.of("ledger"), "Fails could not be instantiated", "no luck");
    Path named = jar("Wrong", "return java.util.Optional.empty();");
    assertRefused(List.of(named), List.of("ledger"), "its name is \"Wrong\": lower-case letters");
  }

  @Test
  void handlerThatCannotWorkDoesNotStart() {
    Path jar =
        new HandlerJar(folder)
            .provider(
                "needy",
                provider("needy", "1", "throw new IllegalStateException(\"ACME_URL is not set\");"))
            .build("needy.jar");
    assertRefused(
        List.of(jar), List.of("needy"), "handler 'needy' (", "cannot be made: ACME_URL is not set");
  }

  @Test
  void handlerOfAnotherApiIsRefusedOnlyWhenItIsChosen() {
    Path jar =
        new HandlerJar(folder)
            .provider("newer", provider("newer", "2", "return null;"))
            .provider("older", provider("older", "0", "return null;"))
            .build("others.jar");
    assertRefused(
        List.of(jar), List.of("newer"), "version 2 of the api", "takes 1 to 1", "use the");
    assertRefused(List.of(jar), List.of("older"), "version 0 of the api", "build it anew");
    open(List.of(jar), "ledger").close();
  }

  private static String provider(String name, String apiVersion, String create) {
    return """
    public final class %1$s implements dev.lanekeeper.api.HandlerProvider {
      /**/
      public String name() { return "%1$s"; }
      public java.util.Set<String> types() { return java.util.Set.of(); }
      public int apiVersion() { return %2$s; }
      public dev.lanekeeper.api.MessageHandler create() throws Exception { %3$s }
    }
    """
        .formatted(name, apiVersion, create);
  }

  private Path jar(String name, String body) {
    return new HandlerJar(folder).handler(name, List.of(), body).build(name + ".jar");
  }

  private static Handlers open(List<Path> paths, String... names) {
    return new Handlers(BUILT_IN, paths, List.of(names));
  }

  private Optional<String> handle(Handlers handlers, String type) throws Exception {
    return handlers.handler().handle(message(type), database);
  }

  private static dev.lanekeeper.api.Message message(String type) {
    return new MessageBuilder("group", new DedupKey("/test", "1"), type).json("{}").build();
  }

  private static void assertRefused(List<Path> paths, List<String> names, String... parts) {
    assertThatThrownBy(() -> new Handlers(BUILT_IN, paths, names))
        .isInstanceOfSatisfying(
            ProgramException.class,
            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.CONFIGURATION))
        .message()
        .contains(parts)
        .hasLineCount(1);
  }
}
