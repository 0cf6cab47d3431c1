package dev.lanekeeper.worker.inbox;

import dev.lanekeeper.api.DedupKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/** Reads rows of the inbox. */
final class InboxRows {
  private InboxRows() {}

  static InboxRow read(ResultSet row) throws SQLException {
    return new InboxRow(
        new DedupKey(row.getString("source"), row.getString("event_id")),
        row.getString("fingerprint"),
        Fate.ofLabel(row.getString("fate")),
        Optional.ofNullable(row.getString("result")));
  }
}
