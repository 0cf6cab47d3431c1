package dev.lanekeeper.benchmark.settle;

import dev.lanekeeper.benchmark.machine.Conditions;
import dev.lanekeeper.benchmark.machine.OldInbox;
import dev.lanekeeper.benchmark.machine.PostgresServer;
import dev.lanekeeper.benchmark.machine.SettlingPlace;
import dev.lanekeeper.benchmark.machine.Watch;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.handler.ledger.LedgerHandler;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What an inbox of many rows costs whoever writes into it and whoever removes from it, on
 * PostgreSQL, without a broker. For one thread.
 *
 * @param messages that are settled each time
 * @param concurrency handlers at once
 * @param sizes rows that the inbox has before
 * @param progress where a line for each goes
 */
public record InboxSeries(int messages, int concurrency, List<Long> sizes, PrintWriter progress) {
  private static final Map<String, String> TO_FILL =
      Map.of("wal_level", "minimal", "max_wal_senders", "0");
  private static final int GROUPS = 1000;

  /** How many batches are removed. */
  public static final int BATCHES = 200;

  private static final double NANOS = 1e9;

  /**
   * An inbox of one size.
   *
   * @param rows that it had
   * @param tableGib its size in GiB, without indexes
   * @param indexGib that of its indexes
   * @param perSecond messages of 1,000 groups that were settled in a second
   * @param statementMillis time of Lanekeeper's statement for one of them, in PostgreSQL
   * @param eachItsGroupPerSecond the same, each message the first of its group
   * @param eachItsGroupStatementMillis the same
   * @param purgeMillis of each batch that was removed, with nothing beside it
   * @param vacuumSeconds that PostgreSQL took then to make the room usable again
   */
  public record Measured(
      long rows,
      double tableGib,
      double indexGib,
      double perSecond,
      double statementMillis,
      double eachItsGroupPerSecond,
      double eachItsGroupStatementMillis,
      List<Double> purgeMillis,
      double vacuumSeconds) {}

  /** What came of all. */
  public record Outcome(
      Conditions conditions, int messages, int concurrency, List<Measured> inboxes) {}

  /** Measures one size after the other. */
  public Outcome run() throws IOException, InterruptedException {
    List<Measured> inboxes = new ArrayList<>();
    Path folder = Files.createTempDirectory("lanekeeper-inbox");
    try (PostgresServer server = PostgresServer.start(folder.resolve("postgres"), TO_FILL)) {
      Watch watch = Watch.begin(Optional.of(server));
      for (long rows : sizes) {
        Measured measured = measure(server, rows);
        inboxes.add(measured);
        progress.printf(
            "%,d rows: %.0f messages a second, %.0f each of its group%n",
            rows, measured.perSecond(), measured.eachItsGroupPerSecond());
        progress.flush();
      }
      return new Outcome(watch.conditions(), messages, concurrency, inboxes);
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  private Measured measure(PostgresServer server, long rows) throws InterruptedException {
    try (SettlingPlace place = SettlingPlace.create(server, "inbox_" + rows, concurrency);
        LanesInMemory lanes =
            LanesInMemory.start(
                place.jdbi(), Engine.POSTGRESQL, new LedgerHandler(), concurrency, 1)) {
      if (rows > 0) {
        long began = System.nanoTime();
        new OldInbox(place.jdbi(), LanesInMemory.CONSUMER_GROUP, MessagesInMemory.TOPIC).fill(rows);
        progress.printf(
            "%,d rows are made, in %.0f s%n", rows, (System.nanoTime() - began) / NANOS);
        progress.flush();
      }
      double table = place.tableGib("inbox");
      double indexes = place.indexGib("inbox");
      SettleRun settling = new SettleRun(lanes, 2 * concurrency);
      settling.perSecond(new MessagesInMemory("warm", GROUPS), messages);
      place.beginToCount();
      double few = settling.perSecond(new MessagesInMemory("few", GROUPS), messages);
      double fewMillis = place.statementMillis(messages);
      place.beginToCount();
      double each = settling.perSecond(new MessagesInMemory("each", messages), messages);
      double eachMillis = place.statementMillis(messages);
      List<Double> purged = rows > 0 ? new PurgeRun(place.jdbi()).batches(BATCHES) : List.of();
      long before = System.nanoTime();
      place.vacuum("inbox");
      return new Measured(
          rows,
          table,
          indexes,
          few,
          fewMillis,
          each,
          eachMillis,
          purged,
          (System.nanoTime() - before) / NANOS);
    }
  }
}
