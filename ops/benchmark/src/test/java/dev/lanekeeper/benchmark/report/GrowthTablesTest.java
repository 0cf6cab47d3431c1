package dev.lanekeeper.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.benchmark.cell.Effort;
import dev.lanekeeper.benchmark.cell.GrowthSeries;
import dev.lanekeeper.benchmark.machine.Conditions;
import dev.lanekeeper.benchmark.settle.InboxSeries;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GrowthTablesTest {
  private static final Conditions QUIET = new Conditions("2026-12-01T05:00:00Z", 2, 23, "17", 0);

  @Test
  @DisplayName("backlogs come by their groups, in whichever order they were drained")
  void backlogs() {
    Effort effort = new Effort(1, 100, 1, 1, 16, 16, 50, 1, "512m", List.of());
    assertThat(
            GrowthTable.of(
                new GrowthSeries.Outcome(
                    effort, QUIET, List.of(drained(1_000_000), drained(1000)))))
        .contains("Push mode, 16 queues, concurrency 16, largest heap 512m")
        .endsWith(
            """
            | 1,000 | 1,000 | 700 | 600 | 800 | 20.1 | 20.2 | 300 | 1.00 | 0.90 |
            | 1,000,000 | 1,000,000 | 700 | 600 | 800 | 20.1 | 20.2 | 300 | 1.00 | 0.90 |
            """);
  }

  private static GrowthSeries.Drained drained(int groups) {
    return new GrowthSeries.Drained(groups, groups, 700, 600, 800, 20.1, 20.2, 300, 1, 0.9);
  }

  @Test
  @DisplayName("an empty inbox has nothing to remove; of others the table has median and slowest")
  void inboxes() {
    assertThat(
            InboxTable.of(
                new InboxSeries.Outcome(
                    QUIET,
                    20_000,
                    16,
                    List.of(inbox(10_000_000, List.of(9.0, 11.0, 60.0)), inbox(0, List.of())))))
        .endsWith(
            """
            | 0 | 2.90 | 2.20 | 1,500 | 0.150 | 1,200 | 0.250 |  |  | 0.5 |
            | 10,000,000 | 2.90 | 2.20 | 1,500 | 0.150 | 1,200 | 0.250 | 11.0 | 60.0 | 0.5 |
            """);
  }

  private static InboxSeries.Measured inbox(long rows, List<Double> purged) {
    return new InboxSeries.Measured(rows, 2.9, 2.2, 1500, 0.15, 1200, 0.25, purged, 0.5);
  }
}
