package dev.lanekeeper.producer.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.message.LedgerMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.java.exception.InternalErrorException;
import org.apache.rocketmq.client.java.exception.PayloadTooLargeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LedgerSendTest {
  private static final String THREE =
      "create,A,t1,,1,EUR,,,\ncreate,B,t1,,1,EUR,,,\nadd,A,t2,,1,EUR,,,\n";

  private final ClientException passing = new InternalErrorException(50001, "r", "oops");
  private final ClientException lasting = new PayloadTooLargeException(41301, "r", "big");

  @TempDir private Path folder = Path.of("");
  private final List<String> tried = new ArrayList<>();
  private final Set<Long> confirmed = new HashSet<>();
  private int steps;

  @Test
  void recordsAreSentInFileOrder() {
    SendResult result = sendSerially(THREE, List.of());

    assertThat(tried).containsExactly("A 1", "B 1", "A 2");
    assertThat(result.sent()).isEqualTo(3);
    assertThat(result.failure()).isEmpty();
    assertThat(steps).isEqualTo(3);
  }

  @Test
  void failureThatPassesIsTriedAgainWithTheSameIdentity() {
    SendResult result = sendSerially(THREE, List.of(passing, passing));

    assertThat(tried).containsExactly("A 1", "A 1", "A 1", "B 1", "A 2");
    assertThat(result.sent()).isEqualTo(3);
  }

  @Test
  void sendingStopsAtTheRecordThatIsNotConfirmed() {
    List<ClientException> failures = new ArrayList<>();
    failures.add(null);
    for (int i = 0; i < 5; i++) {
      failures.add(passing);
    }

    SendResult result = sendSerially(THREE, failures);

    assertThat(tried).containsExactly("A 1", "B 1", "B 1", "B 1", "B 1", "B 1");
    assertThat(result.sent()).isEqualTo(1);
    assertThat(result.unknown()).isEqualTo(1);
    SendResult.Failure failure = result.failure().orElseThrow();
    assertThat(failure.position()).hasToString(folder.resolve("l.csv") + ": line 3");
    assertThat(failure.orderId()).isEqualTo("B");
    assertThat(failure.sequence()).isEqualTo(1);
    assertThat(failure.cause()).isSameAs(passing);
  }

  @Test
  void failureThatLastsIsNotTriedAgain() {
    SendResult result = sendSerially(THREE, List.of(lasting));

    assertThat(tried).containsExactly("A 1");
    assertThat(result.failure().orElseThrow().cause()).isSameAs(lasting);
    assertThat(result.refused()).isEqualTo(1);
  }

  @Test
  void whatAnEarlierRunHasSeenConfirmedIsLeftOut() {
    confirmed.addAll(Set.of(0L, 1L));

    SendResult result = sendSerially(THREE, List.of());

    assertThat(tried).containsExactly("A 2");
    assertThat(result.sent()).isEqualTo(1);
    assertThat(result.confirmedBefore()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 64})
  void ofEachOrderOneIsUnderWayAndOfAllNoMoreThanAllowed(int inFlight) {
    LateSender sender = new LateSender(new Random(inFlight), 0.1);

    SendResult result = send(ledger(30, 20), sender, inFlight);

    assertThat(result.failure()).isEmpty();
    assertThat(result.sent()).isEqualTo(600);
    assertThat(confirmed).hasSize(600);
    assertThat(sender.mostUnderWay).isEqualTo(Math.min(inFlight, 30));
    assertThat(sender.threads).containsExactly(Thread.currentThread());
    assertThat(sender.stored.values())
        .hasSize(30)
        .allSatisfy(
            sequences ->
                assertThat(sequences.stream().distinct())
                    .isEqualTo(IntStream.rangeClosed(1, 20).mapToObj(Long::valueOf).toList()));
  }

  @Test
  void recordThatIsGivenUpHoldsBackItsOrderAndEndsTheRest() {
    LateSender sender = new LateSender(new Random(1), 0);
    sender.broken = "O-3";

    SendResult result = send(ledger(30, 20), sender, 8);

    assertThat(result.failures())
        .singleElement()
        .satisfies(failure -> assertThat(failure.orderId()).isEqualTo("O-3"));
    assertThat(sender.stored).doesNotContainKey("O-3");
    assertThat(result.sent()).isEqualTo(confirmed.size()).isLessThan(580);
    assertThat(IncompleteOrders.of(LedgerFiles.check(file()).files(), new Memory()))
        .anySatisfy(
            order -> {
              assertThat(order.orderId()).isEqualTo("O-3");
              assertThat(order.lastConfirmed()).isEmpty();
              assertThat(order.unconfirmed()).isEqualTo(20);
            })
        .allSatisfy(
            order -> {
              List<Long> stored = sender.stored.getOrDefault(order.orderId(), List.of());
              assertThat(order.lastConfirmed().orElse(0)).isEqualTo(stored.size());
              assertThat(order.unconfirmed()).isEqualTo(20 - stored.size());
            });
  }

  @Test
  void confirmationThatCannotBeKeptEndsTheRun() {
    Confirmations full =
        new Confirmations() {
          @Override
          public boolean contains(long number) {
            return false;
          }

          @Override
          public void add(Outgoing outgoing, Receipt.Stored stored) {
            throw new IllegalStateException("disk full");
          }
        };

    assertThatThrownBy(
            () ->
                LedgerSend.of(
                    LedgerFiles.check(write(ledger(5, 5))).files(),
                    new LateSender(new Random(1), 0),
                    SendPolicy.withoutDelay(4),
                    full,
                    new CountedProgress()))
        .hasMessage("disk full");
  }

  private static String ledger(int orders, int operations) {
    return IntStream.range(0, orders * operations)
        .mapToObj(i -> "add,O-%d,t%d,,1,EUR,,,\n".formatted(i % orders, i / orders))
        .collect(Collectors.joining());
  }

  /** Sends with a sender whose tries fail as the list says, one after the other. */
  private SendResult sendSerially(String records, List<ClientException> failures) {
    MessageSender sender =
        new MessageSender() {
          @Override
          public CompletableFuture<Receipt.Stored> send(LedgerMessage message) {
            tried.add(message.messageGroup() + " " + message.sequence());
            ClientException failure =
                tried.size() <= failures.size() ? failures.get(tried.size() - 1) : null;
            return failure == null
                ? CompletableFuture.completedFuture(new Receipt.Stored("id", 0, tried.size()))
                : CompletableFuture.failedFuture(failure);
          }

          @Override
          public void close() {}
        };
    return send(records, sender, 1);
  }

  private SendResult send(String records, MessageSender sender, int inFlight) {
    return LedgerSend.of(
        LedgerFiles.check(write(records)).files(),
        sender,
        SendPolicy.withoutDelay(inFlight),
        new Memory(),
        new CountedProgress());
  }

  private Path file() {
    return folder.resolve("l.csv");
  }

  private Path write(String records) {
    try {
      return LedgerFiles.write(folder, "l.csv", LedgerFiles.HEADER + records);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Answers in any order, in other threads; some answers are lost behind a message stored. */
  private final class LateSender implements MessageSender {
    private final Random random;
    private final double lost;
    private final Set<String> underWay = new HashSet<>();
    private final Map<String, List<Long>> stored = new HashMap<>();
    private final Set<Thread> threads = new HashSet<>();
    private String broken = "";
    private int mostUnderWay;

    LateSender(Random random, double lost) {
      this.random = random;
      this.lost = lost;
    }

    @Override
    public synchronized CompletableFuture<Receipt.Stored> send(LedgerMessage message) {
      threads.add(Thread.currentThread());
      String group = message.messageGroup();
      assertThat(underWay.add(group)).as("one message of %s at a time", group).isTrue();
      mostUnderWay = Math.max(mostUnderWay, underWay.size());
      CompletableFuture<Receipt.Stored> answer = new CompletableFuture<>();
      CompletableFuture.delayedExecutor(random.nextInt(3), TimeUnit.MILLISECONDS)
          .execute(() -> answer(message, answer));
      return answer;
    }

    private void answer(LedgerMessage message, CompletableFuture<Receipt.Stored> answer) {
      boolean fails;
      synchronized (this) {
        String group = message.messageGroup();
        underWay.remove(group);
        fails = group.equals(broken) || random.nextDouble() < lost;
        if (!group.equals(broken)) {
          stored.computeIfAbsent(group, name -> new ArrayList<>()).add(message.sequence());
        }
      }
      if (fails) {
        answer.completeExceptionally(passing);
      } else {
        answer.complete(new Receipt.Stored("id", 0, 0));
      }
    }

    @Override
    public void close() {}
  }

  private final class Memory implements Confirmations {
    @Override
    public boolean contains(long number) {
      return confirmed.contains(number);
    }

    @Override
    public void add(Outgoing outgoing, Receipt.Stored stored) {
      assertThat(confirmed.add(outgoing.number())).isTrue();
    }
  }

  private final class CountedProgress implements Progress {
    @Override
    public void step() {
      steps++;
    }

    @Override
    public void close() {}
  }
}
