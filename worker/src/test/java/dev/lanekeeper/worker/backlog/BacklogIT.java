package dev.lanekeeper.worker.backlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.lanekeeper.program.broker.Endpoints;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.observe.BacklogLog;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.HealthWatch;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.LocalTestBroker;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The backlog as a broker tells it, and a queue that stands still. */
@ExtendWith(BrokerExtension.class)
class BacklogIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String NAME = "backlog";
  private static final Duration INVISIBLE = Duration.ofSeconds(30);

  @TempDir Path folder = Path.of("");
  private long now;

  @Test
  @DisplayName("a queue whose head is not acknowledged for long is told once, and so is its end")
  void queueThatStandsStillIsTold(TestBroker anyBroker) throws Exception {
    assumeThat(anyBroker).isInstanceOf(LocalTestBroker.class); // Its NameServer can be reached.
    LocalTestBroker broker = (LocalTestBroker) anyBroker;
    broker.createTopic(NAME, 2);
    broker.createGroup(NAME, true);
    Programs programs = new Programs(folder, broker, NAME, NAME);
    programs.replay(
        new TestLedger()
            .add("create", "A", "t1", 1, 100, "wait:go-on")
            .add("add", "A", "t2", 2, 1, "")
            .add("add", "A", "t3", 3, 1, ""));
    BacklogReader reader = new BacklogReader(Endpoints.parse(broker.nameServer()), NAME, NAME);
    BlockedQueues queues = new BlockedQueues(INVISIBLE, () -> now, new BacklogLog(NAME));
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    Logger events = (Logger) LoggerFactory.getLogger("dev.lanekeeper.events");
    events.addAppender(lines);

    try (JavaProcess worker =
            programs.faultyWorker(
                new LedgerDatabase(Engine.H2, folder),
                "--admin-endpoint",
                broker.nameServer(),
                "--log-format=json",
                "--client-log-dir=" + Files.createFile(folder.resolve("in-the-way")) + "/log");
        HealthWatch health = HealthWatch.of(worker)) {
      await().atMost(SOON).until(() -> health.metric("lanekeeper_backlog{") == 3);
      assertThat(health.metric("lanekeeper_queues_blocked{")).isZero();
      assertThat(backlog(reader)).isEqualTo(3).isEqualTo(broker.lag(NAME, NAME));

      queues.look(reader.read());
      now += INVISIBLE.plusMinutes(3).plusSeconds(1).toNanos();
      queues.look(reader.read());
      queues.look(reader.read());
      assertThat(queues.blocked()).isEqualTo(1);
      Files.createFile(folder.resolve("go-on"));
      await().atMost(SOON).until(() -> backlog(reader) == 0);
      queues.look(reader.read());
      assertThat(queues.blocked()).isZero();
      await().atMost(SOON).untilAsserted(() -> assertLogIsJson(worker.stderr()));
    } finally {
      events.detachAppender(lines);
    }
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .satisfiesExactly(
            begin -> assertThat(begin).startsWith("blocked queue ").contains("3 messages wait"),
            end -> assertThat(end).contains("moves again after"));
  }

  @Test
  @DisplayName("a NameServer that is away, and one that is none, are told")
  void whatCannotBeReadIsSaid(TestBroker broker) {
    assertThatThrownBy(() -> reader("127.0.0.1:1").read())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("NameServer 127.0.0.1:1");
    assertThatThrownBy(() -> reader(broker.endpoints()).read()).isInstanceOf(IOException.class);
  }

  /**
   * Public case D7: the folder of the client's log cannot be written, and the worker talks on. A
   * JVM from 24 on warns of the client's Netty in its own words.
   */
  private static void assertLogIsJson(String log) {
    assertThat(log.lines().filter(line -> !line.isBlank() && !line.startsWith("WARNING: ")))
        .allSatisfy(line -> assertThat(line).startsWith("{\"timestamp\":").endsWith("}"))
        .anySatisfy(line -> assertThat(line).contains("\"event\":\"receiving\""))
        .anySatisfy(line -> assertThat(line).contains("the RocketMQ client keeps no log"));
  }

  private static BacklogReader reader(String nameServer) {
    return new BacklogReader(Endpoints.parse(nameServer), NAME, NAME);
  }

  private static long backlog(BacklogReader reader) throws IOException {
    List<QueueState> queues = reader.read();
    return queues.stream().mapToLong(QueueState::backlog).sum();
  }
}
