package dev.lanekeeper.worker.cli;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.worker.backlog.BacklogWatch;
import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.observe.GroupMetrics;
import dev.lanekeeper.worker.observe.HeadOfLine;
import dev.lanekeeper.worker.operate.GroupCounts;
import dev.lanekeeper.worker.operate.SlowestHeld;
import dev.lanekeeper.worker.process.Processing;
import dev.lanekeeper.worker.receive.Outage;
import dev.lanekeeper.worker.receive.Recovery;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What a worker does from time to time beside its messages: upkeep of held messages and gaps,
 * removal of what is old, recovery from outages, a look at the backlog. Upkeep and removal share a
 * thread, and so a connection; recovery has one of its own, since it goes on when they wait.
 */
final class RegularTasks {
  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final Duration GLANCE = Duration.ofMillis(100);

  private final Database database;
  private final String consumerGroup;
  private final Processing processing;
  private final GapWatch gapWatch;
  private final GroupMetrics groupMetrics;
  private final Upkeep tasks;
  private final ScheduledExecutorService upkeep = Threads.upkeep();
  private final ScheduledExecutorService recoveryTimer = Threads.recovery();
  private final ScheduledExecutorService backlogTimer = Threads.backlog();
  private volatile List<SlowestHeld> slowestHeld = List.of();

  /**
   * @param settling is told when the database is away; while it is open, nothing is done
   */
  RegularTasks(
      Database database,
      String consumerGroup,
      Processing processing,
      LaneScheduler lanes,
      GapWatch gapWatch,
      GroupMetrics groupMetrics,
      Outage settling,
      Consumer<Throwable> onFatal) {
    this.database = database;
    this.consumerGroup = consumerGroup;
    this.processing = processing;
    this.gapWatch = gapWatch;
    this.groupMetrics = groupMetrics;
    this.tasks =
        new Upkeep(
            "held messages and gaps",
            List.of(
                () -> processing.drainer().groupsToDrain().forEach(lanes::drain),
                this::parkOverdueGaps,
                processing.debts()::settle,
                this::countGroups),
            settling,
            onFatal);
  }

  /** Begins with them. */
  void start(Recovery recovery, Optional<PurgeTask> purge, Optional<BacklogWatch> backlog) {
    every(upkeep, gapWatch, Duration.ZERO, GLANCE);
    every(upkeep, tasks, PAUSE, PAUSE);
    every(recoveryTimer, recovery, GLANCE, GLANCE);
    purge.ifPresent(task -> every(upkeep, task, PurgeTask.PAUSE, PurgeTask.PAUSE));
    backlog.ifPresent(watch -> every(backlogTimer, watch, Duration.ZERO, BacklogWatch.PAUSE));
  }

  /** The groups whose held messages wait longest, as last seen. */
  List<SlowestHeld> slowestHeld() {
    return slowestHeld;
  }

  /**
   * Ends them, and does what is still to be done in the database.
   *
   * @param limit how long that may take
   */
  void stop(Duration limit) throws InterruptedException {
    recoveryTimer.shutdownNow();
    backlogTimer.shutdownNow();
    new LastUpkeep(upkeep, processing.debts()).run(limit);
  }

  private static void every(
      ScheduledExecutorService timer, Runnable task, Duration first, Duration pause) {
    timer.scheduleWithFixedDelay(task, first.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void parkOverdueGaps() {
    if (gapWatch.isLongEnough()) {
      processing.gaps().parkOverdue();
    }
  }

  private void countGroups() {
    groupMetrics.show(GroupCounts.read(database.reading(), consumerGroup));
    slowestHeld = SlowestHeld.read(database.reading(), consumerGroup, HeadOfLine.SHOWN);
  }
}
