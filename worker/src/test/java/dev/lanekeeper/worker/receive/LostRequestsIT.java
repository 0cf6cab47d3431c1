package dev.lanekeeper.worker.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.FaultProxy.Fault;
import dev.lanekeeper.worker.testing.Sender;
import dev.lanekeeper.worker.testing.TestBroker;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Networks that lose requests, or cut connections, between a receiver and the broker. */
@ExtendWith(BrokerExtension.class)
class LostRequestsIT {
  private static final Duration SOON = Duration.ofSeconds(60);

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName(
      "a receive, an acknowledge and an extension are lost without a reset: each is applied once")
  void requestsAreLost(TestBroker broker) throws Exception {
    CountDownLatch goOnA = new CountDownLatch(1);
    CountDownLatch goOnB = new CountDownLatch(1);
    try (ReceiverFixture fixture =
            new ReceiverFixture(broker, "lost-requests", Duration.ofSeconds(4));
        Sender sender = new Sender(broker.endpoints(), "lost-requests")) {
      fixture
          .processing()
          .handlerDoes(
              (message, handle) -> {
                CountDownLatch goOn = message.messageGroup().equals("A") ? goOnA : goOnB;
                while (!goOn.await(1, TimeUnit.SECONDS)) {
                  handle.execute("select 1"); // PostgreSQL ends a transaction that idles.
                }
                return Optional.empty();
              });
      Receiver receiver = fixture.simple();
      receiver.start();
      sender.send("A", 1, "test.v1", "{}");
      sender.send("B", 1, "test.v1", "{}");
      await().atMost(SOON).until(() -> fixture.processing().runs() == 2);

      fixture.proxy().set(Fault.LOSING_REQUESTS);
      goOnB.countDown();
      await()
          .atMost(SOON)
          .until(
              () ->
                  fixture.count("lanekeeper.acknowledgements", "refused") == 1
                      && fixture.count("lanekeeper.lease.extensions", "refused") >= 1);
      fixture.proxy().set(Fault.NONE); // For new connections.
      await()
          .atMost(SOON)
          .until(
              () -> {
                receiver.watch();
                return fixture.count("lanekeeper.client.rebuilt") == 1;
              });
      // Both come again, A while its handler runs.
      await().atMost(SOON).until(() -> fixture.count("lanekeeper.received") == 4);
      goOnA.countDown();
      await()
          .atMost(SOON)
          .until(() -> fixture.count("lanekeeper.acknowledgements", "accepted") == 2);

      assertThat(fixture.processing().failures()).isEmpty();
      assertThat(fixture.processing().runs()).isEqualTo(2);
      assertThat(fixture.processing().effects("A")).containsExactly("1");
      assertThat(fixture.processing().effects("B")).containsExactly("1");
      assertThat(fixture.count("lanekeeper.acknowledgements", "late")).isEqualTo(1);
      assertThat(fixture.fatal()).isEmpty();
      fixture.close(receiver);
    }
  }

  /** The client connects anew by itself: one that was built anew would hear the same. */
  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName("push mode: errors that come at once are an outage, but no silence")
  void errorsAtOnceAreAnOutageAndNoSilence(TestBroker broker) throws Exception {
    try (ReceiverFixture fixture =
            new ReceiverFixture(broker, "errors-at-once", Duration.ofSeconds(25));
        Sender sender = new Sender(broker.endpoints(), "errors-at-once")) {
      Receiver receiver = fixture.push();
      receiver.start();
      sender.send("A", 1, "test.v1", "{}");
      await().atMost(SOON).until(() -> fixture.processing().effects("A").size() == 1);

      fixture.proxy().set(Fault.CUTTING);
      await().atMost(SOON).until(fixture::isOutageOpen);
      fixture.putOn(Duration.ofMinutes(2));
      assertThat(receiver.isReceiving()).isFalse();
      fixture.awaitFailures(1 + ReceiverFixture.QUEUES); // Those under way seem to have taken long.
      fixture.proxy().set(Fault.NONE);
      receiver.watch();
      assertThat(fixture.count("lanekeeper.client.rebuilt")).isZero();

      sender.send("A", 2, "test.v1", "{}");
      await().atMost(SOON).until(() -> fixture.processing().effects("A").size() == 2);
      assertThat(fixture.isOutageOpen()).isFalse();
      assertThat(fixture.count("lanekeeper.client.rebuilt")).isZero();
      fixture.close(receiver);
    }
  }
}
