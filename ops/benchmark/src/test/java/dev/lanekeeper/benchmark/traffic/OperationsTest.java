package dev.lanekeeper.benchmark.traffic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OperationsTest {
  private static final int GROUPS = 100;
  private static final int DRAWN = 20_000;

  @Test
  @DisplayName("by Zipf the first order has about twice as many operations as the second")
  void zipf() {
    Map<String, Long> counts = counts(Distribution.ZIPF);
    double first = counts.getOrDefault("order-0", 0L);
    assertThat(first / counts.getOrDefault("order-1", 0L)).isBetween(1.8, 2.2);
    assertThat(first / counts.getOrDefault("order-9", 0L)).isBetween(8.5, 11.5);
  }

  @Test
  @DisplayName("uniformly every order has about as many operations as any other")
  void uniform() {
    assertThat(counts(Distribution.UNIFORM).values())
        .hasSize(GROUPS)
        .allSatisfy(count -> assertThat(count).isBetween(140L, 260L));
  }

  @Test
  @DisplayName("the same seed gives the same operations, each order's in sequence from 1")
  void sameAgain() {
    List<Operation> operations = draw(Distribution.ZIPF);
    assertThat(draw(Distribution.ZIPF)).isEqualTo(operations);
    Map<String, List<Operation>> orders =
        operations.stream().collect(Collectors.groupingBy(Operation::order));
    orders
        .values()
        .forEach(
            order -> {
              for (int i = 0; i < order.size(); i++) {
                assertThat(order.get(i).sequence()).isEqualTo(i + 1);
              }
            });
  }

  @Test
  @DisplayName("the first operation of an order creates it, the others add to it")
  void bodies() {
    assertThat(new String(new Operation("o", 1).body(), UTF_8))
        .isEqualTo(
            "{\"amount\":0.02,\"currency\":\"EUR\",\"op\":\"create\",\"order_id\":\"o\",\"seq\":1,\"txn_id\":\"t1\"}");
    assertThat(new String(new Operation("o", 2).body(), UTF_8)).contains("\"op\":\"add\"");
  }

  private static Map<String, Long> counts(Distribution distribution) {
    return draw(distribution).stream()
        .collect(Collectors.groupingBy(Operation::order, Collectors.counting()));
  }

  private static List<Operation> draw(Distribution distribution) {
    Operations operations = new Operations(distribution, GROUPS, 7);
    List<Operation> drawn = new ArrayList<>();
    for (int i = 0; i < DRAWN; i++) {
      drawn.add(operations.next());
    }
    return drawn;
  }
}
