package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.Jars;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.SpanCollector;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestLedger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Issue 7, "Tracing": the packaged programs, told by the standard variables. */
@ExtendWith(BrokerExtension.class)
class TraceIT {
  @TempDir Path folder = Path.of("");

  @Test
  @DisplayName("what the producer sent and what the worker did with it is in one trace a message")
  void producerAndWorkerAreInOneTrace(TestBroker broker) throws InterruptedException {
    broker.createTopic("trace", 2);
    broker.createGroup("trace", true);
    Programs programs = new Programs(folder, broker, "trace", "trace");
    LedgerDatabase database = new LedgerDatabase(Engine.H2, folder);
    TestLedger ledger = TestLedger.interleaved(2, 2, 2);
    try (SpanCollector collector = new SpanCollector()) {
      replay(broker, ledger, collector);
      List<String> sent = collector.traces("send trace");
      assertThat(sent).hasSize(4).doesNotHaveDuplicates();

      programs.drain(programs.faultyWorker(collector.variables(), database, "--until-idle", "6s"));
      for (String span : List.of("receive trace", "process trace", "settle trace")) {
        // One may come again, and then has another span in its trace.
        assertThat(collector.traces(span)).as(span).hasSameElementsAs(sent);
      }
    }
    assertThat(database.balances()).isEqualTo(ledger.balances());
  }

  private void replay(TestBroker broker, TestLedger ledger, SpanCollector collector)
      throws InterruptedException {
    JavaProcess.Result result =
        JavaProcess.start(
                folder,
                collector.variables(),
                List.of(
                    "-jar",
                    Jars.producerTool().toString(),
                    "replay",
                    "--endpoints",
                    broker.endpoints(),
                    "--topic",
                    "trace",
                    ledger.write(folder.resolve("ledger.csv")).toString()))
            .await(Duration.ofMinutes(1));
    assertThat(result.exitCode()).as(result.stderr()).isZero();
  }
}
