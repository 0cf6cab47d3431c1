package dev.lanekeeper.worker.cli;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The operator's commands as they are typed, with what they print and how they end. */
class OperatorCommandsTest {
  @TempDir Path folder = Path.of("");

  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.H2, OnExhausted.PARK, FirstSequence.ONE);
  private final RepairedHandler handler = new RepairedHandler();

  /** Groups A, B and C are parked, each with one message behind the head. */
  @BeforeEach
  void park() {
    fixture.handlerFails();
    for (String group : List.of("A", "B", "C")) {
      fixture.processToTheEnd(sequenced(group, 1));
      fixture.process(sequenced(group, 2));
    }
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void listShowsWhatDoesNotMove() {
    CommandRun table = run("groups", "list");
    assertThat(table.out().lines().findFirst().orElse(""))
        .contains("group", "topic", "state", "reason", "last_sequence", "held", "since", "by");
    assertThat(table.out()).contains("parked").contains("attempts");
    JsonNode json = JsonMapper.shared().readTree(run("groups", "list", "--output", "json").out());
    assertThat(json.size()).isEqualTo(3);
    assertThat(json.get(0).path("group").asString()).isEqualTo("A");
    assertThat(run("groups", "list", "--state", "paused").out().lines()).hasSize(1);
  }

  @Test
  void showIsReadableForPeopleAndPrograms() {
    assertThat(run("groups", "show", "A").out())
        .contains("state          parked", "held           2", "The handler failed", "broken");
    JsonNode json =
        JsonMapper.shared().readTree(run("groups", "show", "A", "--output", "json").out());
    assertThat(json.path("messages").size()).isEqualTo(2);
    assertThat(json.path("messages").get(0).path("why").asString()).isEqualTo("attempts");
    assertThat(json.path("explanation").asString()).contains("groups redrive A");
    assertThat(run("groups", "show", "nobody"))
        .isEqualTo(
            new CommandRun(
                65,
                "",
                "error: group nobody of topic test was never seen by consumer group tests\n"));
  }

  @Test
  void dryRunChangesNothing() {
    CommandRun dryRun = redrive("--all-parked", "--dry-run");
    assertThat(dryRun.exitCode()).isZero();
    assertThat(dryRun.out().lines()).hasSize(4);
    assertThat(handler.applied).isEmpty();
  }

  @Test
  void redriveOfAllParkedOpensThem() {
    assertThat(redrive("--all-parked", "--reason-is", "conflict").out().lines()).hasSize(1);
    assertThat(redrive("--all-parked", "--reason-is", "attempts", "--rate", "1000").exitCode())
        .isZero();
    assertThat(handler.applied).containsExactly("A1", "A2", "B1", "B2", "C1", "C2");
    assertThat(run("groups", "list").out().lines()).hasSize(1);
  }

  @Test
  void canaryThatStopsKeepsTheOthersParked() {
    handler.broken = "A2";
    CommandRun stopped = redrive("--all-parked", "--canary", "1");
    assertThat(stopped.exitCode()).isEqualTo(65);
    assertThat(stopped.out()).contains("still broken").contains("a canary stopped");
    assertThat(handler.applied).containsExactly("A1");

    handler.broken = "";
    assertThat(redrive("--all-parked", "--canary", "1").exitCode()).isZero();
    assertThat(handler.applied).containsExactly("A1", "B1", "B2", "C1", "C2", "A2");
  }

  @Test
  void groupThatIsNotParkedIsNotRedriven() {
    redrive("A");
    assertThat(redrive("A"))
        .isEqualTo(new CommandRun(65, "", "error: group A of topic test is not parked\n"));
    assertThat(redrive("A", "--all-parked").exitCode()).isEqualTo(64);
  }

  @Test
  void headIsReplacedFromAFile() throws Exception {
    Path body = Files.writeString(folder.resolve("corrected.json"), "{\"corrected\":true}");
    CommandRun replaced =
        run("groups", "replace-head", "A", "--body", body.toString(), "--reason", "typo");
    assertThat(replaced.exitCode()).as(replaced.err()).isZero();
    redrive("A");
    assertThat(handler.bodies).contains("{\"corrected\":true}");
  }

  @Test
  void deadLettersAreListedShownExportedAndReplayed() {
    assertThat(run("groups", "skip-head", "A", "--reason", "of no use").out())
        .contains("is a dead letter now");
    assertThat(run("dead-letters", "list").out()).contains("A/1").contains("attempts");
    assertThat(run("dead-letters", "show", "A/1").out()).contains("\"group\":\"A\"");
    JsonNode exported = JsonMapper.shared().readTree(run("dead-letters", "export").out());
    assertThat(exported.path("message_group").asString()).isEqualTo("A");
    assertThat(exported.path("body_base64").binaryValue()).isEqualTo(sequenced("A", 1).body());

    handler.broken = "A1";
    assertThat(run("dead-letters", "replay", "A/1", "--reason", "try"))
        .isEqualTo(new CommandRun(65, "A/1: failed: still broken\n", ""));
    handler.broken = "";
    assertThat(run("dead-letters", "replay", "A/1", "--reason", "mended"))
        .isEqualTo(new CommandRun(0, "A/1: applied\n", ""));
    assertThat(run("dead-letters", "list").out().lines()).hasSize(1);
    assertThat(run("groups", "show", "A").out()).contains("replay").contains("mended");
  }

  @Test
  void changeNeedsAReason() {
    CommandRun run = run("groups", "pause", "A");
    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err()).contains("--reason");
  }

  private CommandRun redrive(String... arguments) {
    List<String> all = new ArrayList<>(List.of("groups", "redrive"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--reason", "mended"));
    return run(all.toArray(String[]::new));
  }

  private CommandRun run(String... arguments) {
    return CommandRun.of(fixture, handler, arguments);
  }

  /** Writes down what it applies; fails for one message as long as it is told to. */
  private static final class RepairedHandler implements MessageHandler {
    private final List<String> applied = new ArrayList<>();
    private final List<String> bodies = new ArrayList<>();
    private String broken = "";

    @Override
    public Optional<String> handle(Message message, Handle handle) {
      String name = message.messageGroup() + message.dedupKey().id();
      if (name.equals(broken)) {
        throw new IllegalStateException("still broken");
      }
      applied.add(name);
      bodies.add(new String(message.body(), UTF_8));
      return Optional.empty();
    }
  }
}
