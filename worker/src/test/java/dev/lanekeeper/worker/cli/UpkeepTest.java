package dev.lanekeeper.worker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.worker.observe.OutageLog;
import dev.lanekeeper.worker.receive.Outage;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Upkeep of a worker to which no message comes. */
class UpkeepTest {
  private final List<Throwable> fatal = new ArrayList<>();
  private long now;
  private boolean databaseAway;
  private int rounds;
  private final Outage outage =
      new Outage(Outage.Side.SETTLING, Duration.ofSeconds(10), () -> now, new OutageLog());
  private final Upkeep upkeep = new Upkeep("things", List.of(this::work), outage, fatal::add);

  @AfterEach
  void close() {
    assertThat(fatal).isEmpty();
  }

  @Test
  void blipsWithGoodRoundsInBetweenAreNoOutage() {
    for (int i = 0; i < 5; i++) {
      databaseAway = true;
      runFor(4);
      databaseAway = false;
      runFor(36);
    }
    assertThat(outage.isOpen()).isFalse();
  }

  @Test
  void databaseThatStaysAwayIsAnOutageInWhichNothingIsDone() {
    databaseAway = true;
    runFor(14);
    assertThat(outage.isOpen()).isTrue();
    int before = rounds;
    runFor(60);
    assertThat(rounds).isEqualTo(before);
  }

  private void runFor(int seconds) {
    for (int second = 0; second < seconds; second += 2) {
      upkeep.run();
      now += Duration.ofSeconds(2).toNanos();
    }
  }

  private void work() {
    rounds++;
    if (databaseAway) {
      throw new IllegalStateException(new SQLException("no connection", "08006"));
    }
  }
}
