package dev.lanekeeper.producer.check;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * What one order's records held, by sequence: 16 bytes for each, since a ledger may have many. For
 * one thread.
 */
final class SeenSequences {
  private long[] sequences = new long[4];
  private long[] digests = new long[4];
  private int size;

  /**
   * Remembers the digest of a record's content.
   *
   * @return what was remembered before under the sequence, which stays
   */
  OptionalLong put(long sequence, long digest) {
    int index = Arrays.binarySearch(sequences, 0, size, sequence);
    if (index >= 0) {
      return OptionalLong.of(digests[index]);
    }
    insert(-index - 1, sequence, digest);
    return OptionalLong.empty();
  }

  private void insert(int index, long sequence, long digest) {
    if (size == sequences.length) {
      sequences = Arrays.copyOf(sequences, size * 2);
      digests = Arrays.copyOf(digests, size * 2);
    }
    System.arraycopy(sequences, index, sequences, index + 1, size - index);
    System.arraycopy(digests, index, digests, index + 1, size - index);
    sequences[index] = sequence;
    digests[index] = digest;
    size++;
  }
}
