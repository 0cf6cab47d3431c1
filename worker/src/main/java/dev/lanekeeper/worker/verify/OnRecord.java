package dev.lanekeeper.worker.verify;

import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.inbox.Fate;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * What the database knows about one dedup key. Immutable.
 *
 * @param number which one of those that were asked for
 * @param inbox its row in the inbox
 * @param held its row among the held messages and dead letters
 * @param group its message group
 */
record OnRecord(int number, Optional<Settled> inbox, Optional<Kept> held, Optional<Group> group) {

  /**
   * A row of the inbox.
   *
   * @param sequence 0 when it has none
   * @param times how many messages were applied under its sequence
   * @param overtaken the sequence before it, where that was applied later; 0 otherwise
   */
  record Settled(
      Fate fate,
      String messageGroup,
      long sequence,
      String fingerprint,
      int times,
      long overtaken) {}

  /** A row of a held message or dead letter. */
  record Kept(String status, String why, String fingerprint, Optional<String> lastError) {}

  /** A row of a message group. */
  record Group(GroupState state, long lastSequence) {}

  static OnRecord read(ResultSet row) throws SQLException {
    return new OnRecord(row.getInt("number"), settled(row), kept(row), group(row));
  }

  private static Optional<Settled> settled(ResultSet row) throws SQLException {
    String fate = row.getString("fate");
    return fate == null
        ? Optional.empty()
        : Optional.of(
            new Settled(
                Fate.ofLabel(fate),
                row.getString("message_group"),
                row.getLong("sequence"),
                row.getString("fingerprint"),
                row.getInt("times"),
                row.getLong("overtaken")));
  }

  private static Optional<Kept> kept(ResultSet row) throws SQLException {
    String status = row.getString("status");
    return status == null
        ? Optional.empty()
        : Optional.of(
            new Kept(
                status,
                row.getString("why"),
                row.getString("held_fingerprint"),
                Optional.ofNullable(row.getString("last_error"))));
  }

  private static Optional<Group> group(ResultSet row) throws SQLException {
    String state = row.getString("state");
    return state == null
        ? Optional.empty()
        : Optional.of(new Group(GroupState.ofLabel(state), row.getLong("last_sequence")));
  }
}
