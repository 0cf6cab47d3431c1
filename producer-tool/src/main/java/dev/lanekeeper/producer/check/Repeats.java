package dev.lanekeeper.producer.check;

import dev.lanekeeper.api.Fingerprint;
import dev.lanekeeper.producer.message.LedgerMessages;
import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.producer.read.Reading;
import dev.lanekeeper.producer.read.RecordReader;
import dev.lanekeeper.producer.record.FileRecord;
import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.producer.record.ParsedRecord;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A record may stand twice, but not with another content under the same sequence. Only orders whose
 * sequences go back somewhere are looked at, in a reading of their own: mostly there is none. For
 * one thread.
 */
final class Repeats implements AutoCloseable {
  private final PlacedRows rows = new PlacedRows();
  private PlacedRows.@Nullable Row first;

  void read(List<LedgerFile> files, Map<String, OrderCheck> orders) {
    for (int i = 0; i < files.size(); i++) {
      LedgerFile file = files.get(i);
      try (RecordReader reader = file.open()) {
        Optional<Reading> next = reader.next();
        while (next.isPresent()) {
          if (next.get() instanceof Reading.Found found
              && file.parse(found.record()) instanceof ParsedRecord.Valid valid) {
            add(i, found, valid.record(), orders);
          }
          next = reader.next();
        }
      } catch (IOException failure) {
        throw file.unreadable(failure);
      }
    }
  }

  private void add(
      int file, Reading.Found found, FileRecord record, Map<String, OrderCheck> orders) {
    OrderCheck order = orders.get(record.messageGroup());
    if (order == null || !order.mayRepeat() || record.sequence().isEmpty()) {
      return;
    }
    long sequence = record.sequence().getAsLong();
    Place place = new Place(file, found.record().position(), order, sequence);
    record.choose(
        ledger -> {
          rows.add(order.number(), sequence, digest(ledger, sequence), place);
          return true;
        },
        other -> false);
  }

  /** The body is canonical, so equal content is equal bytes. */
  private static long digest(LedgerRecord ledger, long sequence) {
    String hex = Fingerprint.of(null, LedgerMessages.body(ledger, sequence)).hex();
    return Long.parseUnsignedLong(hex.substring(0, 16), 16);
  }

  void find(AcrossRecords.Findings findings) {
    rows.forEach(
        row -> {
          if (first == null || !row.hasKeyOf(first)) {
            first = row;
          } else if (row.what() != first.what()) {
            findings.take(
                row,
                (order, places) ->
                    "order '%s' has another record with seq %d and other content; number one of them anew"
                        .formatted(order, row.sequence()));
          }
        });
  }

  @Override
  public void close() {
    rows.close();
  }
}
