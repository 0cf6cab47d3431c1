package dev.lanekeeper.producer.split;

import dev.lanekeeper.producer.read.InputFormat;
import java.util.Locale;
import java.util.Optional;

/** What format a ledger message's body is in, by its content type. Stateless. */
final class BatchFormat {
  static final String ACCEPTED = "application/json, application/x-ndjson or text/csv";

  private BatchFormat() {}

  /** The format; JSON where nothing is said, empty for what cannot be read. */
  static Optional<InputFormat> of(Optional<String> contentType) {
    String type =
        contentType
            .map(text -> text.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
            .orElse("application/json");
    return switch (type) {
      case "text/csv" -> Optional.of(InputFormat.CSV);
      case "application/jsonl", "application/x-ndjson", "application/x-jsonlines" ->
          Optional.of(InputFormat.JSONL);
      default ->
          type.endsWith("/json") || type.endsWith("+json")
              ? Optional.of(InputFormat.JSON)
              : Optional.empty();
    };
  }
}
