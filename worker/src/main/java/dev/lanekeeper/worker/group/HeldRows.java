package dev.lanekeeper.worker.group;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.worker.message.RawMessage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads rows of held messages. */
final class HeldRows {
  private HeldRows() {}

  /** A row that may be tried now, with who does. */
  static HeldRow inTurn(ResultSet row) throws SQLException {
    return new HeldRow(row.getLong("position"), read(row), TriedBy.read(row));
  }

  /** A row for those who do not try it. */
  static HeldRow placed(ResultSet row) throws SQLException {
    return new HeldRow(row.getLong("position"), read(row), TriedBy.NOBODY);
  }

  static HeldMessage read(ResultSet row) throws SQLException {
    long sequence = row.getLong("sequence");
    boolean sequenced = !row.wasNull();
    return new HeldMessage(
        Why.ofLabel(row.getString("why")),
        new DedupKey(row.getString("source"), row.getString("event_id")),
        sequenced ? OptionalLong.of(sequence) : OptionalLong.empty(),
        row.getString("fingerprint"),
        raw(row),
        row.getInt("attempts"),
        Optional.ofNullable(row.getString("last_error")));
  }

  private static RawMessage raw(ResultSet row) throws SQLException {
    Instant bornAt = row.getTimestamp("born_at").toInstant();
    return new RawMessage(
        row.getString("topic"),
        row.getString("message_group"),
        row.getString("tag"),
        row.getString("message_keys"),
        PropertiesJson.read(row.getString("properties")),
        row.getBytes("body"),
        row.getString("message_id"),
        row.getInt("delivery_attempt"),
        bornAt);
  }
}
