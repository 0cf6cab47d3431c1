package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.HealthWatch;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.LocalTestBroker;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.Prometheus;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestLedger;
import dev.lanekeeper.worker.testing.Tool;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Issue 7, "Dashboards": what the panels ask, asked of a real Prometheus. */
@ExtendWith(BrokerExtension.class)
class DashboardIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Path DASHBOARD = Path.of("..", "ops", "grafana", "dashboard.json");

  @TempDir Path folder = Path.of("");

  @Test
  @EnabledIfSystemProperty(
      named = "lanekeeper.broker",
      matches = "local",
      disabledReason = "the backlog is asked of the local broker's NameServer")
  @DisplayName(
      "every expression of every panel has data when a Prometheus scrapes a working worker")
  void everyPanelHasData(TestBroker shared) throws Exception {
    Tool program = Tool.onThePath("prometheus", "prometheus");
    LocalTestBroker broker = (LocalTestBroker) shared;
    broker.createTopic("dashboard", 2);
    broker.createGroup("dashboard", true);
    Programs programs = new Programs(folder, broker, "dashboard", "dashboard");
    LedgerDatabase database = new LedgerDatabase(Engine.H2, folder);
    TestLedger ledger = TestLedger.interleaved(40, 20, 1).withNote("pause:40"); // Half a minute.
    programs.replay(ledger);
    try (JavaProcess worker =
            programs.faultyWorker(database, "--admin-endpoint", broker.nameServer());
        HealthWatch health = HealthWatch.of(worker);
        Prometheus prometheus = Prometheus.start(program, folder, health.url())) {
      await()
          .atMost(SOON)
          .until(() -> prometheus.ask("rate(lanekeeper_handler_seconds_count[8s]) > 0").size() > 0);
      assertThat(expressions()).hasSizeGreaterThan(30);
      List<String> empty = new ArrayList<>(expressions());
      await()
          .atMost(SOON)
          .untilAsserted(
              () -> {
                empty.removeIf(expression -> prometheus.ask(expression).size() > 0);
                assertThat(empty).isEmpty();
              });
    }
  }

  /** As Grafana sends them when all workers are chosen. */
  private static List<String> expressions() {
    List<String> expressions = new ArrayList<>();
    JsonNode dashboard = JsonMapper.shared().readTree(DASHBOARD.toFile());
    for (JsonNode panel : dashboard.path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        expressions.add(
            target
                .path("expr")
                .asString()
                .replace("$__rate_interval", "8s")
                .replace("$job", ".*")
                .replace("$instance", ".*"));
      }
    }
    return expressions;
  }
}
