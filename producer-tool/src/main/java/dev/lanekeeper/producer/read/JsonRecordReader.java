package dev.lanekeeper.producer.read;

import dev.lanekeeper.producer.read.JsonObject.MalformedObjectException;
import dev.lanekeeper.producer.read.JsonObject.Problems;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.producer.record.RawRecord;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/**
 * Reads a JSON array of objects, one at a time, or a single object. An object that is no record is
 * told with its number; behind text that is no JSON nothing can be read. For one thread.
 */
final class JsonRecordReader implements RecordReader {
  private final Path file;
  private final JsonParser parser;
  private boolean begun;
  private boolean single;
  private boolean ended;
  private long records;

  JsonRecordReader(Path file, Reader reader) {
    this.file = file;
    this.parser = JsonObjectParser.parser(reader);
  }

  @Override
  public Optional<Reading> next() throws IOException {
    if (ended) {
      return Optional.empty();
    }
    try {
      JsonToken token = parser.nextToken();
      if (!begun) {
        begun = true;
        if (token == null) {
          ended = true;
          return Optional.empty();
        }
        single = token != JsonToken.START_ARRAY;
        token = single ? token : parser.nextToken();
      } else if (single || token == JsonToken.END_ARRAY) {
        return atEnd(token);
      }
      return token == JsonToken.END_ARRAY ? atEnd(token) : Optional.of(reading(token));
    } catch (UnexpectedEndOfInputException torn) {
      return malformed("the JSON has no end; is the file cut off?");
    } catch (JacksonIOException failure) {
      if (failure.getCause() instanceof MalformedTextException malformed) {
        ended = true;
        return Optional.of(
            new Reading.Malformed(Position.ofLine(file, malformed.line()), malformed.problem()));
      }
      throw failure.getCause();
    } catch (JacksonException malformed) {
      return malformed(JsonObjectParser.problem(malformed));
    }
  }

  private Reading reading(JsonToken token) {
    records++;
    Position position = here();
    if (token != JsonToken.START_OBJECT) {
      parser.skipChildren();
      return new Reading.Malformed(position, "no JSON object; write the record as an object");
    }
    try {
      Problems problems = new Problems();
      JsonObject object = JsonObject.read(parser, problems);
      problems.mustBeNone();
      return new Reading.Found(new RawRecord(position, JsonRecord.of(object)));
    } catch (MalformedObjectException malformed) {
      return new Reading.Malformed(position, malformed.problem());
    }
  }

  private Optional<Reading> atEnd(JsonToken token) {
    ended = true;
    JsonToken behind = token == JsonToken.END_ARRAY ? parser.nextToken() : token;
    return behind == null
        ? Optional.empty()
        : malformed("text behind the JSON; name a file with one object a line .jsonl");
  }

  private Optional<Reading> malformed(String problem) {
    ended = true;
    long line = Math.max(1, parser.currentLocation().getLineNr());
    return Optional.of(new Reading.Malformed(Position.ofLine(file, line), problem));
  }

  private Position here() {
    return new Position(file, parser.currentTokenLocation().getLineNr(), OptionalLong.of(records));
  }

  @Override
  public void close() {
    parser.close();
  }
}
