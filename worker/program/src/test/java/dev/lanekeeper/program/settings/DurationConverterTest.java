package dev.lanekeeper.program.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {

  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S",
    "5s, PT5S",
    "2m, PT2M",
    "1h, PT1H",
    "7d, PT168H",
    "0s, PT0S",
    "5S, PT5S",
    "PT1M30S, PT1M30S",
    "P1D, PT24H",
  })
  void durationIsRead(String text, Duration duration) {
    assertThat(new DurationConverter().convert(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "5 s", "-5s", "PT-5S", "1.5h", "soon", "999999999999999999d"})
  void anythingElseIsRefusedWithWhatToWrite(String text) {
    assertThatThrownBy(() -> new DurationConverter().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage("'" + text + "' is not a duration; write 500ms, 5s, 2m, 1h, 7d or PT1M30S");
  }
}
