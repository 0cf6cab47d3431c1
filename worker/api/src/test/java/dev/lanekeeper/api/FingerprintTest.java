package dev.lanekeeper.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a":1,"b":2}        | { "b" : 2, "a" : 1 }
          {"a":10.0}           | {"a":1.00E1}
          {"a":10.0}           | {"a":10}
          {"a":0}              | {"a":-0.000}
          {"a":1e-2}           | {"a":0.01}
          {"a":"é"}            | {"a":"\\u00e9"}
          {"a":1e999999999}    | {"a":10e999999998}
          """)
  void spellingDoesNotMatter(String one, String other) {
    assertThat(json(one)).isEqualTo(json(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"a":[1,2]}              | {"a":[2,1]}
          {"a":10.00}              | {"a":10.01}
          {"a":9007199254740993}   | {"a":9007199254740992}
          {"a":"1"}                | {"a":1}
          {"a":null}               | {}
          {"a":0.1}                | {"a":0.1000000000000000055511151231257827}
          {"a":"x"}                | {"a":"x "}
          """)
  void contentDoes(String one, String other) {
    assertThat(json(one)).isNotEqualTo(json(other));
  }

  @Test
  void bodyThatIsNoJsonIsItsBytes() {
    assertThat(Fingerprint.of("text/plain", "{\"a\":1}".getBytes(UTF_8)))
        .isNotEqualTo(Fingerprint.of("text/plain", "{\"a\": 1}".getBytes(UTF_8)));
    assertThat(json("{\"a\":1")).isNotEqualTo(json("{ \"a\":1"));
    assertThat(json("{\"a\":1,\"a\":2}")).isNotEqualTo(json("{\"a\":2}"));
    assertThat(json("")).isEqualTo(Fingerprint.of(null, new byte[0]));
  }

  @Test
  void numberBeyondAllBoundsDoesNotFail() {
    for (String number : new String[] {"1e99999999999", "100e2147483647", "1e-99999999999"}) {
      String body = "{\"a\":" + number + "}";
      assertThat(json(body)).isEqualTo(json(body)).isNotEqualTo(json("{\"a\":1}"));
    }
  }

  @Test
  void mediaTypeIsReadWithItsParametersAndSuffix() {
    byte[] body = "{\"b\":2, \"a\":1.0}".getBytes(UTF_8);
    assertThat(Fingerprint.of("Application/JSON; charset=utf-8", body))
        .isEqualTo(Fingerprint.of("application/vnd.example+json", body))
        .isEqualTo(json("{\"a\":1,\"b\":2}"));
  }

  @Test
  void valueIsPinned() {
    assertThat(json("{\"b\":1.50,\"a\":\"x\"}").hex())
        .isEqualTo("76cfa60101948ad624335bd6632cca9741c8f918e224f81dd2cd787538b76ba7");
  }

  private static Fingerprint json(String text) {
    return Fingerprint.of("application/json", text.getBytes(UTF_8));
  }
}
