package dev.lanekeeper.worker.backlog;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockedQueuesTest {
  private static final Duration INVISIBLE = Duration.ofSeconds(30);
  private static final Duration PATIENCE = INVISIBLE.plusMinutes(3);

  private final List<String> told = new ArrayList<>();
  private long now = Long.MAX_VALUE - Duration.ofMinutes(1).toNanos(); // It may overflow.
  private final BlockedQueues queues =
      new BlockedQueues(
          INVISIBLE,
          () -> now,
          new BlockedQueues.Listener() {
            @Override
            public void blocked(QueueState queue, Duration since) {
              told.add(queue.name() + " is blocked");
            }

            @Override
            public void moves(QueueState queue, Duration after) {
              told.add(queue.name() + " moves after " + after);
            }
          });

  @Test
  void backlogWithoutProgressIsToldOnceAndSoIsItsEnd() {
    queues.look(List.of(queue(0, 9, 4)));
    for (int look = 0; look < 3; look++) {
      pass(PATIENCE);
      queues.look(List.of(queue(0, 9, 4)));
      assertThat(queues.blocked()).as("look " + look).isEqualTo(look == 0 ? 0 : 1);
    }
    pass(Duration.ofSeconds(1));
    queues.look(List.of(queue(0, 9, 5)));
    queues.look(List.of(queue(0, 9, 5)));
    assertThat(queues.blocked()).isZero();
    assertThat(told).containsExactly("broker/0 is blocked", "broker/0 moves after PT10M31S");
  }

  @Test
  void queueThatMovesOrIsEmptyIsNotBlockedHoweverLongAnotherIs() {
    for (int look = 0; look < 20; look++) {
      queues.look(List.of(queue(0, 100, look), queue(1, 7, 7), queue(2, 8, 3)));
      pass(Duration.ofMinutes(1));
    }
    assertThat(told).containsExactly("broker/2 is blocked");
    assertThat(queues.blocked()).isEqualTo(1);
    assertThat(queues.backlog()).isEqualTo(81 + 5);
  }

  @Test
  void emptyQueueHasItsFullTimeWhenAMessageComes() {
    queues.look(List.of(queue(0, 5, 5)));
    pass(Duration.ofHours(1));
    queues.look(List.of(queue(0, 5, 5)));
    queues.look(List.of(queue(0, 6, 5)));
    pass(PATIENCE);
    queues.look(List.of(queue(0, 6, 5)));
    assertThat(told).isEmpty();
  }

  @Test
  void outageDoesNotCount() {
    queues.look(List.of(queue(0, 9, 4)));
    pass(PATIENCE.multipliedBy(5));
    queues.excuse();
    queues.look(List.of(queue(0, 9, 4)));
    assertThat(told).isEmpty();
    pass(PATIENCE.plusSeconds(1));
    queues.look(List.of(queue(0, 9, 4)));
    assertThat(told).containsExactly("broker/0 is blocked");
  }

  @Test
  void queueThatIsGoneIsForgotten() {
    queues.look(List.of(queue(0, 9, 4)));
    pass(PATIENCE.plusSeconds(1));
    queues.look(List.of(queue(0, 9, 4)));
    queues.look(List.of());
    assertThat(queues.blocked()).isZero();
    assertThat(queues.backlog()).isZero();
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  private static QueueState queue(int number, long sent, long acknowledged) {
    return new QueueState("broker", number, sent, acknowledged);
  }
}
