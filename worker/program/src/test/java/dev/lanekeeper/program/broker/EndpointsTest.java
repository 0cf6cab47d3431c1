package dev.lanekeeper.program.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointsTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:8081, true",
    "localhost:8081, true",
    "LOCALHOST:8081, true",
    "[::1]:8081, true",
    "127.0.0.1:8081;127.0.0.2:8081, true",
    "127.0.0.1:8081;10.0.0.1:8081, false",
    "proxy.example:8081, false",
    "127.example:8081, false",
    "10.0.0.1:80, false",
  })
  void endpointsAreReadAndKnowWhetherTheyAreHere(String text, boolean loopback) {
    assertThat(Endpoints.parse(text)).hasToString(text);
    assertThat(Endpoints.parse(text).areLoopback()).isEqualTo(loopback);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          localhost             | 'localhost' is not host:port; write 127.0.0.1:8081
          ::1:8081              | '::1:8081' is not host:port
          127.0.0.1:0           | a port is a number from 1 to 65535
          127.0.0.1:70000       | a port is a number from 1 to 65535
          http://localhost:8081 | write host:port without a scheme
          a:1;b:2               | several endpoints must be IP addresses
          127.0.0.1:8081;       | '' is not host:port
          """)
  void anythingElseIsRefusedWithWhatToWrite(String text, String message) {
    assertThatThrownBy(() -> Endpoints.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
