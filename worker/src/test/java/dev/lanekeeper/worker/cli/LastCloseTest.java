package dev.lanekeeper.worker.cli;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import dev.lanekeeper.worker.testing.TestDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The database is closed while a handler is still at work, which the time to stop has cut off. */
class LastCloseTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @EnumSource(Engine.class)
  void handlerThatIsStillAtWorkIsNotWaitedForAndRollsBack(Engine engine) throws Exception {
    String url =
        engine == Engine.H2
            ? "jdbc:h2:file:" + folder.resolve("worker")
            : TestDatabases.newUrl(engine);
    CountDownLatch inWork = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    ProcessingFixture worker = new ProcessingFixture(engine, url);
    assertThat(worker.process(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    worker.handlerDoes(
        (message, handle) -> {
          inWork.countDown();
          never.await();
          return Optional.empty();
        });
    Thread handler = new Thread(() -> worker.process(sequenced("A", 2)));
    handler.start();
    assertThat(inWork.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();

    long begun = System.nanoTime();
    new LastClose(worker.database()).close(false, Duration.ofSeconds(1));
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));

    try (ProcessingFixture next = new ProcessingFixture(engine, url)) {
      assertThat(next.effects("A")).containsExactly("1");
      assertThat(next.process(sequenced("A", 2))).isInstanceOf(Outcome.Applied.class);
      assertThat(next.effects("A")).containsExactly("1", "2");
    } finally {
      never.countDown();
      handler.join(SOON.toMillis());
    }
  }
}
