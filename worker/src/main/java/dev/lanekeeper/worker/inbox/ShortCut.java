package dev.lanekeeper.worker.inbox;

import dev.lanekeeper.program.database.Engine;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * The happy path into the inbox: for a message that is in turn in an open group and new, locks the
 * group's row, advances it and writes the inbox row, in as few round trips as the database allows.
 * One implementation per database; the conformance suite holds them to the same behaviour.
 */
public interface ShortCut {

  /** The one for a database. */
  static ShortCut of(Engine engine, FirstSequence firstSequence) {
    return switch (engine) {
      case H2 -> new H2ShortCut(firstSequence);
      case POSTGRESQL -> new PostgresShortCut(firstSequence);
    };
  }

  /**
   * Tries the short cut.
   *
   * @param attempt which run of the handler this is, for the record
   * @return true when the message is entered as applied and its handler may run in this
   *     transaction; false when anything at all is unusual: the transaction is then to be rolled
   *     back, and the long way taken in another
   */
  boolean enter(Handle handle, Arrival arrival, int attempt);

  /**
   * Tries the short cut for several messages of groups that are all different, in this order.
   *
   * @return those that could not be entered, or the first of them; when there is one, the
   *     transaction is to be rolled back
   */
  default List<Arrival> enterAll(Handle handle, List<Arrival> arrivals, int attempt) {
    return arrivals.stream()
        .filter(arrival -> !enter(handle, arrival, attempt))
        .findFirst()
        .stream()
        .toList();
  }
}
