package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.database.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * How far this machine's clock is from the database's. Nothing stored depends on it, but log lines
 * and the lag in metrics do.
 */
final class ClockCheck implements Check {
  private static final Duration TOLERANCE = Duration.ofSeconds(2);

  private final Database database;

  ClockCheck(Database database) {
    this.database = database;
  }

  @Override
  public String name() {
    return "clock";
  }

  @Override
  public List<Finding> examine() {
    return List.of(database.reading().withHandle(ClockCheck::compare));
  }

  private static Finding compare(Handle handle) {
    handle.execute("select 1"); // Connecting must not count.
    Instant before = Instant.now();
    Instant theirs = handle.createQuery("select current_timestamp").mapTo(Instant.class).one();
    return judge(before, theirs, Instant.now());
  }

  /** The difference is known up to the time that the question took. */
  static Finding judge(Instant before, Instant theirs, Instant after) {
    Duration early = Duration.between(theirs, before);
    Duration late = Duration.between(after, theirs);
    Duration apart = early.compareTo(late) > 0 ? early : late;
    return apart.compareTo(TOLERANCE) > 0
        ? Finding.warning(
            "clock",
            "the clocks of this machine and of the database are %d s apart"
                .formatted(apart.toSeconds()),
            "lag in metrics and times in logs are wrong by that; nothing stored is",
            "timedatectl set-ntp true")
        : Finding.ok("clock", "within %d s of the database's".formatted(TOLERANCE.toSeconds()));
  }
}
