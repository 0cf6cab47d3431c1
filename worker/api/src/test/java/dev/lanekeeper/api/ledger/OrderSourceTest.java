package dev.lanekeeper.api.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderSourceTest {

  @ParameterizedTest
  @CsvSource({
    "SO-1, /ledger/orders/SO-1",
    "'SO 1', /ledger/orders/SO%201",
    "a+b*c~d/e, /ledger/orders/a%2Bb%2Ac~d%2Fe",
    "café, /ledger/orders/caf%C3%A9",
  })
  void everythingButUnreservedCharactersIsEncoded(String orderId, String source) {
    assertThat(OrderSource.of(orderId)).isEqualTo(source);
  }
}
