package dev.lanekeeper.program.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SortedRowsTest {

  /** Nothing, less than memory holds, exactly that, and many times it. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 699, 700, 701, 1400, 9999})
  void rowsComeSortedAndNoneIsLost(int number) {
    Random random = new Random(number);
    List<long[]> expected = new ArrayList<>();
    try (SortedRows rows = new SortedRows(3, 700)) {
      for (int i = 0; i < number; i++) {
        long[] row = {random.nextInt(50) - 25, random.nextLong(), i};
        expected.add(row);
        rows.add(row);
      }
      expected.sort(Arrays::compare);
      assertThat(rows.size()).isEqualTo(number);
      assertThat(read(rows)).containsExactlyElementsOf(expected);
      assertThat(read(rows)).as("read again").containsExactlyElementsOf(expected);
    }
  }

  @Test
  void equalRowsAreAllThere() {
    try (SortedRows rows = new SortedRows(1, 2)) {
      for (int i = 0; i < 7; i++) {
        rows.add(i % 2);
      }
      assertThat(read(rows).stream().map(row -> row[0]))
          .containsExactly(0L, 0L, 0L, 0L, 1L, 1L, 1L);
    }
  }

  @Test
  void rowOfAnotherWidthIsRefused() {
    try (SortedRows rows = new SortedRows(2)) {
      assertThatThrownBy(() -> rows.add(1)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void textsAreToldApartAlsoByWhereOneEnds() {
    TextDigest digest = new TextDigest();
    assertThat(digest.of("ab", "c")).isEqualTo(digest.of("ab", "c")).hasSize(2);
    assertThat(digest.of("ab", "c")).isNotEqualTo(digest.of("a", "bc"));
  }

  private static List<long[]> read(SortedRows rows) {
    List<long[]> read = new ArrayList<>();
    rows.forEach(read::add);
    return read;
  }
}
