package dev.lanekeeper.producer.relay;

import dev.lanekeeper.producer.send.MessageSender;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.producer.service.Outage;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.StopSignal;
import dev.lanekeeper.program.broker.ClientFailure;
import dev.lanekeeper.program.broker.ClientStart;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what the outbox holds, over and over: reads a page, sends what is in turn, marks what is
 * confirmed. Only while it holds the lease; otherwise it waits for it. A crash between sending and
 * marking means that a page at most is sent again, with the same dedup keys. No transaction is open
 * while it sends or waits. For one thread.
 */
public final class Relay {
  private static final Logger log = LoggerFactory.getLogger(Relay.class);

  private final OutboxDatabase database;
  private final PageSend send;
  private final ClientStart start;
  private final RelaySettings settings;
  private final StopSignal stop;
  private final Outage sending;
  private final Outage reading;
  private final IdleTime idle;
  private final Turn turn;
  private final OutboxRows rows;
  private final SentMarks marks;
  private final StandingGroups standing;
  private final OutboxUpkeep upkeep;
  private long sent;

  /**
   * @param holder names this process, and no other
   * @param bodyBytes how long a body the broker takes
   * @param start says what a failure of the broker means
   * @param nanoTime a monotonic clock
   */
  public Relay(
      OutboxDatabase database,
      MessageSender sender,
      SendPolicy policy,
      int bodyBytes,
      ClientStart start,
      RelaySettings settings,
      String holder,
      StopSignal stop,
      LongSupplier nanoTime) {
    this(
        database,
        sender,
        policy,
        bodyBytes,
        start,
        settings,
        holder,
        stop,
        new StandingGroups(nanoTime),
        nanoTime);
  }

  Relay(
      OutboxDatabase database,
      MessageSender sender,
      SendPolicy policy,
      int bodyBytes,
      ClientStart start,
      RelaySettings settings,
      String holder,
      StopSignal stop,
      StandingGroups standing,
      LongSupplier nanoTime) {
    this.database = database;
    this.start = start;
    this.settings = settings;
    this.stop = stop;
    this.send = new PageSend(sender, policy, bodyBytes, stop::isWished);
    this.sending = new Outage("sending to topic " + settings.topic(), stop, nanoTime);
    this.reading = new Outage("reading and marking the outbox", stop, nanoTime);
    this.idle = new IdleTime(settings.untilIdle(), nanoTime);
    this.turn = new Turn(database, settings, holder, idle);
    this.rows = new OutboxRows(settings.topic());
    this.marks = new SentMarks(settings.topic());
    this.standing = standing;
    this.upkeep = new OutboxUpkeep(database, rows, standing, settings, nanoTime);
  }

  public RelayCounts counts() {
    MissingNumbers.Found waiting = upkeep.waiting();
    return new RelayCounts(
        sent, turn.takeovers(), standing.count(), waiting.groups(), waiting.first());
  }

  /**
   * Relays until the end is wished, or there is nothing to send for as long as the settings say.
   *
   * @throws ProgramException when the broker refuses to be sent to at all, with what to do
   */
  public void run() throws InterruptedException {
    try {
      while (!stop.isWished() && !isIdle()) {
        tryRound();
      }
      upkeep.finish();
    } finally {
      turn.release();
    }
  }

  private void tryRound() throws InterruptedException {
    try {
      boolean busy = round();
      reading.worked();
      if (!busy) {
        stop.await(settings.poll().toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (JdbiException failure) {
      database.reopen();
      away(failure);
    } catch (UnreachableException unreachable) {
      away(unreachable.cause());
    }
  }

  private void away(Throwable cause) throws InterruptedException {
    reading.failed(cause);
    idle.beginAnew(); // Who cannot read does not know that there is nothing.
  }

  private boolean isIdle() {
    return turn.isOurs() && idle.isOver();
  }

  /** Returns whether there is more to do at once. */
  private boolean round() throws InterruptedException, UnreachableException {
    if (!turn.take()) {
      return false;
    }
    List<OutboxRow> inTurn = nextInTurn();
    if (inTurn.isEmpty()) {
      upkeep.run();
      return false;
    }
    PageSend.Result result = send.send(inTurn);
    database.reach(
        handle -> {
          marks.mark(handle, result.confirmed());
          return true;
        });
    settle(result); // Who has lost the lease meanwhile notices when it takes it next.
    Optional<Throwable> away = passing(result);
    // The pause is on top of what the tries took.
    if (away.isPresent() && turn.take()) {
      sending.failed(away.get());
    }
    return true;
  }

  /** Reads on behind rows that wait, until some are in turn or there are no more. */
  private List<OutboxRow> nextInTurn() throws UnreachableException {
    long after = 0;
    while (true) {
      long from = after;
      List<OutboxRow> page =
          database.reach(handle -> rows.unsent(handle, from, settings.page(), standing.resting()));
      List<OutboxRow> inTurn = InTurn.of(page);
      if (!inTurn.isEmpty() || page.isEmpty() || stop.isWished()) {
        return inTurn;
      }
      after = page.get(page.size() - 1).number();
    }
  }

  private void settle(PageSend.Result result) {
    result.confirmed().forEach(standing::sent);
    sent += result.confirmed().size();
    if (!result.confirmed().isEmpty() || passing(result).isPresent()) {
      idle.beginAnew(); // A row that stands still is tried again and is no work.
    }
    result.unsendable().forEach(row -> standing.stand(row.row(), row.problem()));
    if (!result.confirmed().isEmpty()) {
      sending.worked();
    }
    for (PageSend.Failed failed : result.failures()) {
      ClientFailure kind = ClientFailure.of(failed.cause());
      if (kind == ClientFailure.REFUSED) {
        standing.stand(failed.row(), start.explain(failed.cause()).getMessage());
      } else if (!kind.isPassing()) {
        throw start.explain(failed.cause());
      }
    }
  }

  private static Optional<Throwable> passing(PageSend.Result result) {
    return result.failures().stream()
        .map(PageSend.Failed::cause)
        .filter(cause -> ClientFailure.of(cause).isPassing())
        .findFirst();
  }
}
