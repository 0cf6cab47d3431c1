package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestLedger;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Leases in simple mode. */
@ExtendWith(BrokerExtension.class)
class LeaseIT {
  @TempDir Path folder = Path.of("");

  @Test
  @DisplayName("a handler that takes longer than the invisible time runs once, and is not repeated")
  void handlerLongerThanTheInvisibleTimeRunsOnce(TestBroker broker) throws InterruptedException {
    broker.createTopic("lease", 1);
    broker.createGroup("lease", true);
    Programs programs = new Programs(folder, broker, "lease", "lease");
    LedgerDatabase database = new LedgerDatabase(Engine.H2, folder);
    TestLedger ledger =
        new TestLedger()
            .add("create", "A", "t1", 1, 100, "pause:14000")
            .add("add", "A", "t2", 2, 1, "");
    programs.replay(ledger);

    JavaProcess.Result result =
        programs.drain(
            programs.faultyWorker(
                database,
                "--invisible-time",
                "10s",
                "--until-idle",
                "16s",
                "--receive-batch",
                "2"));

    JsonNode summary = JsonMapper.shared().readTree(result.stdout()).get(0);
    assertThat(summary.path("attempts").asInt()).isEqualTo(2);
    assertThat(summary.path("applied").asInt()).isEqualTo(2);
    assertThat(summary.path("duplicate").asInt()).isZero();
    assertThat(database.balances()).isEqualTo(ledger.balances());
  }
}
