package dev.lanekeeper.producer.read;

import dev.lanekeeper.producer.read.JsonObject.MalformedObjectException;
import dev.lanekeeper.producer.record.Position;

/** What a line of JSON Lines is read as. */
interface JsonLine {
  Reading read(Position position, String line) throws MalformedObjectException;
}
