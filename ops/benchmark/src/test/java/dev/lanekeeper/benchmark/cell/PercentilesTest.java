package dev.lanekeeper.benchmark.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PercentilesTest {
  @Test
  @DisplayName("a percentile is the least measured value that so many of a hundred do not exceed")
  void nearestRank() {
    Percentiles hundred =
        new Percentiles(IntStream.rangeClosed(1, 100).mapToDouble(i -> 101 - i).toArray());
    assertThat(hundred.at(50)).isEqualTo(50);
    assertThat(hundred.at(95)).isEqualTo(95);
    assertThat(hundred.at(99)).isEqualTo(99);
    assertThat(hundred.at(100)).isEqualTo(100);
    assertThat(new Percentiles(new double[] {7}).at(50)).isEqualTo(7);
    assertThat(new Percentiles(new double[] {1, 2, 3}).at(99)).isEqualTo(3);
  }
}
