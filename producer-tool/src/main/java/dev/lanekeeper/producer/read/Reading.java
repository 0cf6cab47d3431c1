package dev.lanekeeper.producer.read;

import dev.lanekeeper.producer.record.Belonging;
import dev.lanekeeper.producer.record.ParsedRecord;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.producer.record.RawRecord;
import java.util.Optional;

/** What a reader found next in a file. */
public sealed interface Reading {

  /** A record, whose values are still to be checked. */
  record Found(RawRecord record) implements Reading {}

  /** A record of other data than a ledger's, with its values checked. */
  record FoundOther(Position position, ParsedRecord parsed, Optional<Belonging> belonging)
      implements Reading {}

  /** A row without a single value, as spreadsheets leave behind. */
  record Skipped(Position position) implements Reading {}

  /** A place that is no record; the reader goes on behind it where it can. */
  record Malformed(Position position, String problem) implements Reading {}
}
