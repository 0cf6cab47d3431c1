package dev.lanekeeper.program.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
  private static final List<String> COLUMNS =
      List.of("op", "order_id", "txn_id", "seq", "amount", "currency", "occurred_at");

  @ParameterizedTest
  @CsvSource({
    "orderId, order_id",
    "ammount, amount",
    "SEQ, seq",
    "occured_at, occurred_at",
    "order, order_id"
  })
  void nearNameIsFound(String word, String name) {
    assertThat(Suggestion.nearest(word, COLUMNS)).contains(name);
    assertThat(Suggestion.didYouMean(word, COLUMNS)).isEqualTo("; did you mean '" + name + "'?");
  }

  @ParameterizedTest
  @CsvSource({"price", "x", "identifier"})
  void nothingIsBetterThanAGuess(String word) {
    assertThat(Suggestion.didYouMean(word, COLUMNS)).isEmpty();
  }
}
