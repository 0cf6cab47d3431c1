package dev.lanekeeper.api;

import static java.util.Objects.requireNonNull;

/**
 * The identity of an event: stable over every resend and every redelivery. CloudEvents 1.0 promises
 * that {@code source} and {@code id} together are unique, so they stay two values and are never
 * joined. Immutable.
 *
 * @param source the CloudEvents source, compared byte for byte
 * @param id the CloudEvents id, unique within the source, compared byte for byte
 */
public record DedupKey(String source, String id) {
  public DedupKey {
    requireNonNull(source, "source");
    requireNonNull(id, "id");
  }

  /** For people and logs; ambiguous by nature, so never a key. */
  @Override
  public String toString() {
    return source + "#" + id;
  }
}
