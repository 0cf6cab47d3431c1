package dev.lanekeeper.worker.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.H2Writer;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An embedded H2 whose process is killed again and again while it writes (public case D5). */
class H2KillsTest {
  private static final int KILLS = Integer.getInteger("h2.kills", 5);
  private static final int GROUPS = 8;
  private static final Duration SOON = Duration.ofMinutes(1);

  @TempDir Path folder = Path.of("");

  @Test
  @DisplayName(
      "it opens again, with all of each transaction or nothing, and all that was settled;"
          + " -Dh2.kills=50: more of them")
  void opensAgainWithAllThatWasSettled() throws Exception {
    String url = "jdbc:h2:file:" + folder.resolve("orders");
    Random random = new Random(5);
    long settled = 0;
    for (int i = 0; i < KILLS; i++) {
      int lines = 2 + random.nextInt(60);
      try (JavaProcess writer = start(url)) {
        await()
            .atMost(SOON)
            .until(() -> !writer.isAlive() || writer.stdout().lines().count() > lines);
        writer.kill();
        List<Long> sequences = completeLines(writer.stdout());
        assertThat(sequences).as(writer.stderr()).hasSizeGreaterThan(1);
        assertThat(sequences.get(0)).isGreaterThanOrEqualTo(settled);
        settled = sequences.get(sequences.size() - 1);
      }
      assertThat(requireWholeTransactions(url)).isGreaterThanOrEqualTo(settled);
    }
  }

  /** The handler's rows, the inbox and the group are written in one transaction. */
  private static long requireWholeTransactions(String url) {
    try (ProcessingFixture fixture = new ProcessingFixture(Engine.H2, url)) {
      for (int i = 0; i < GROUPS; i++) {
        String group = H2Writer.group(i);
        List<String> effects = fixture.effects(group);
        int size = effects.size();
        List<String> expected = LongStream.rangeClosed(1, size).mapToObj(Long::toString).toList();
        assertThat(effects).as(group).isEqualTo(expected);
        assertThat(
                fixture.query(
                    "select event_id from inbox where message_group = '%s' order by sequence"
                        .formatted(group)))
            .as("inbox of " + group)
            .isEqualTo(expected);
        assertThat(
                fixture.query(
                    "select last_sequence from message_group where name = '%s'".formatted(group)))
            .as("high-water mark of " + group)
            .isEqualTo(expected.isEmpty() ? List.of() : expected.subList(size - 1, size));
      }
      return fixture.effects(H2Writer.group(0)).size();
    }
  }

  private JavaProcess start(String url) {
    String classPath = System.getProperty("java.class.path");
    return JavaProcess.start(
        folder,
        Map.of(),
        List.of("-cp", classPath, H2Writer.class.getName(), url, Integer.toString(GROUPS)));
  }

  /** What a kill cut off in the middle of a line says nothing. */
  private static List<Long> completeLines(String text) {
    return text.substring(0, text.lastIndexOf('\n')).lines().map(Long::valueOf).toList();
  }
}
