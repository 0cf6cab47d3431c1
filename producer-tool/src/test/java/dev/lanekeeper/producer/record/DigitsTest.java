package dev.lanekeeper.producer.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DigitsTest {
  private static final Pattern WHOLE = Pattern.compile("0|[1-9]\\d*");
  private static final Pattern DECIMAL = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?");

  @Test
  @DisplayName("numbers are told from all other texts of up to six characters as patterns do it")
  void numbersAreToldAsPatternsDoIt() {
    assertLikePatterns("", 6);
  }

  private static void assertLikePatterns(String text, int more) {
    assertThat(Digits.isWhole(text)).as(text).isEqualTo(WHOLE.matcher(text).matches());
    assertThat(Digits.isDecimal(text)).as(text).isEqualTo(DECIMAL.matcher(text).matches());
    if (more > 0) {
      "019-.\u0663".chars().forEach(c -> assertLikePatterns(text + (char) c, more - 1));
    }
  }
}
