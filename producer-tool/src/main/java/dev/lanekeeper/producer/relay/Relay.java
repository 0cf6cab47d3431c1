package dev.lanekeeper.producer.relay;

import dev.lanekeeper.producer.send.MessageSender;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.producer.service.Outage;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.StopSignal;
import dev.lanekeeper.program.broker.ClientFailure;
import dev.lanekeeper.program.broker.ClientStart;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleConsumer;
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
  private static final Duration BETWEEN_STOCKS = Duration.ofSeconds(30);
  private static final Duration BETWEEN_PURGES = Duration.ofMinutes(1);
  private static final Duration BETWEEN_BATCHES = Duration.ofMillis(100);

  private final OutboxDatabase database;
  private final PageSend send;
  private final ClientStart start;
  private final RelaySettings settings;
  private final StopSignal stop;
  private final Outage sending;
  private final Outage reading;
  private final RelayLease lease;
  private final OutboxRows rows;
  private final SentMarks marks;
  private final Optional<OldOutboxRows> old;
  private final StandingGroups standing;
  private final MissingNumbers missing;
  private OptionalLong epoch = OptionalLong.empty();
  private boolean toldToWait;
  private long sent;
  private long takeovers;
  private final LongSupplier nanoTime;
  private long busyNanos;
  private long purgeNanos;
  private long stockNanos;

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
    this.nanoTime = nanoTime;
    this.busyNanos = nanoTime.getAsLong();
    this.purgeNanos = busyNanos;
    this.stockNanos = busyNanos;
    this.standing = standing;
    this.missing = new MissingNumbers(settings.topic());
    this.database = database;
    this.start = start;
    this.settings = settings;
    this.stop = stop;
    this.send = new PageSend(sender, policy, bodyBytes, stop::isWished);
    this.sending = new Outage("sending to topic " + settings.topic(), stop, nanoTime);
    this.reading = new Outage("reading and marking the outbox", stop, nanoTime);
    this.lease = new RelayLease(settings.topic(), holder, settings.lease());
    this.rows = new OutboxRows(settings.topic());
    this.marks = new SentMarks(settings.topic());
    this.old = settings.retention().map(age -> new OldOutboxRows(settings.topic(), age));
  }

  public RelayCounts counts() {
    MissingNumbers.Found waiting = missing.found();
    return new RelayCounts(sent, takeovers, standing.count(), waiting.groups(), waiting.first());
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
      takeLastStock();
    } finally {
      release();
    }
  }

  private void takeLastStock() {
    try {
      takeStock();
    } catch (JdbiException | UnreachableException away) {
      log.warn("what is left in the outbox could not be counted", away);
    }
  }

  /** What waits, and for what; asked for when there is nothing to send, and at the end. */
  private void takeStock() throws UnreachableException {
    use(
        handle -> {
          standing.retain((group, sequence) -> rows.isUnsent(handle, group, sequence));
          missing.look(handle);
        });
    stockNanos = nanoTime.getAsLong() + BETWEEN_STOCKS.toNanos();
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
    busyNanos = nanoTime.getAsLong(); // Who cannot read does not know that there is nothing.
  }

  private boolean isIdle() {
    return epoch.isPresent()
        && settings.untilIdle().isPresent()
        && nanoTime.getAsLong() - busyNanos > settings.untilIdle().get().toNanos();
  }

  /** Returns whether there is more to do at once. */
  private boolean round() throws InterruptedException, UnreachableException {
    if (!takeLease()) {
      return false;
    }
    List<OutboxRow> inTurn = nextInTurn();
    if (inTurn.isEmpty()) {
      purge();
      if (nanoTime.getAsLong() - stockNanos >= 0) {
        takeStock();
      }
      return false;
    }
    PageSend.Result result = send.send(inTurn);
    use(handle -> marks.mark(handle, result.confirmed()));
    settle(result); // Who has lost the lease meanwhile notices when it takes it next.
    Optional<Throwable> away = passing(result);
    // The pause is on top of what the tries took.
    if (away.isPresent() && takeLease()) {
      sending.failed(away.get());
    }
    return true;
  }

  private boolean takeLease() throws UnreachableException {
    Claim claim = with(lease::take);
    if (claim instanceof Claim.Held held) {
      hold(held.epoch());
      return true;
    }
    if (claim instanceof Claim.Anothers) {
      waitForAnother();
    } else {
      busyNanos = nanoTime.getAsLong(); // Who may not look does not know that there is nothing.
    }
    return false;
  }

  private void hold(long taken) {
    if (epoch.isEmpty() || epoch.getAsLong() != taken) {
      log.info("relaying topic {}, epoch {}", settings.topic(), taken);
      takeovers++;
      busyNanos = nanoTime.getAsLong();
      toldToWait = false;
    }
    epoch = OptionalLong.of(taken);
  }

  private void waitForAnother() {
    if (epoch.isPresent()) {
      lost();
    } else if (!toldToWait) {
      log.info("another relay of topic {} is active; waiting", settings.topic());
      toldToWait = true;
    }
  }

  private void lost() {
    log.warn(
        "another relay of topic {} has taken over: this one was silent for longer than --lease {};"
            + " what both sent meanwhile are repeats",
        settings.topic(),
        settings.lease());
    epoch = OptionalLong.empty();
    toldToWait = true;
  }

  /** Reads on behind rows that wait, until some are in turn or there are no more. */
  private List<OutboxRow> nextInTurn() throws UnreachableException {
    long after = 0;
    while (true) {
      long from = after;
      List<OutboxRow> page =
          with(handle -> rows.unsent(handle, from, settings.page(), standing.resting()));
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
      busyNanos = nanoTime.getAsLong(); // A row that stands still is tried again and is no work.
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

  private void purge() throws UnreachableException {
    if (old.isEmpty() || nanoTime.getAsLong() - purgeNanos < 0) {
      return;
    }
    int removed = with(old.get()::purge);
    Duration pause = removed == OldOutboxRows.BATCH ? BETWEEN_BATCHES : BETWEEN_PURGES;
    purgeNanos = nanoTime.getAsLong() + pause.toNanos();
  }

  private void release() {
    if (epoch.isPresent()) {
      try {
        database.<Void, RuntimeException>with(
            handle -> {
              lease.release(handle, epoch.getAsLong());
              return null;
            });
      } catch (JdbiException | ProgramException left) {
        log.debug("the lease was not given up; it ends by itself", left);
      }
    }
  }

  private void use(HandleConsumer<RuntimeException> work) throws UnreachableException {
    try {
      database.<Void, RuntimeException>with(work.asCallback());
    } catch (ProgramException away) {
      throw new UnreachableException(away);
    }
  }

  private <T> T with(Work<T> work) throws UnreachableException {
    try {
      return database.with(work::on);
    } catch (ProgramException away) {
      throw new UnreachableException(away);
    }
  }

  /** Something to do over the connection. */
  private interface Work<T> {
    T on(Handle handle);
  }

  /** The database cannot be opened again, for now. */
  private static final class UnreachableException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ProgramException away;

    UnreachableException(ProgramException away) {
      super(away);
      this.away = away;
    }

    ProgramException cause() {
      return away;
    }
  }
}
