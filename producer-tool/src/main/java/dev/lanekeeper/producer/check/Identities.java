package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.record.OtherRecord;
import dev.lanekeeper.program.sort.TextDigest;
import org.jspecify.annotations.Nullable;

/** No two records of other data have the same id. For one thread. */
final class Identities implements AutoCloseable {
  private final PlacedRows rows = new PlacedRows();
  private final TextDigest digest = new TextDigest();
  private PlacedRows.@Nullable Row first;

  void add(OtherRecord record, Place place) {
    long[] id = digest.of(record.id());
    rows.add(id[0], id[1], 0, place);
  }

  void find(AcrossRecords.Findings findings) {
    rows.forEach(
        row -> {
          PlacedRows.Row before = first;
          if (before == null || !row.hasKeyOf(before)) {
            first = row;
          } else {
            findings.take(
                row,
                (group, places) ->
                    "its id is that of another record too (%s); give each its own"
                        .formatted(places.of(before)));
          }
        });
  }

  @Override
  public void close() {
    rows.close();
  }
}
