package dev.lanekeeper.worker.receive;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.broker.Lease;
import dev.lanekeeper.worker.observe.WorkerMetrics;
import dev.lanekeeper.worker.trace.DeliveryTrace;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.client.java.message.MessageViewImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a message while it is kept for us, and after that (issue 4; case A7). */
class SimpleDeliveryTest {
  private static final Duration LENGTH = Duration.ofSeconds(30);
  private static final String EXTENSION = " " + LENGTH;

  private final ManualTimer timer = new ManualTimer();
  private final ScriptedConsumer consumer = new ScriptedConsumer();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final WorkerMetrics metrics =
      new WorkerMetrics(registry, Clock.systemUTC(), timer::nanoTime);
  private final List<Duration> slept = new ArrayList<>();
  private final MessageViewImpl view = TestViews.view(sequenced("A", 1));
  private final SimpleCalls calls =
      new SimpleCalls(() -> consumer, Duration.ofSeconds(5), Duration.ofSeconds(3));
  private final Lease lease =
      new Lease(
          calls::changeInvisibleTime, view, LENGTH, timer::nanoTime, timer, metrics::extended);
  private final SimpleDelivery delivery =
      new SimpleDelivery(
          calls, view, Views.raw(view), lease, this::sleep, metrics, DeliveryTrace.NONE);

  @AfterEach
  void close() {
    timer.shutdownNow();
  }

  @Test
  void extensionsAreCountedWhileItIsInHand() {
    timer.pass(LENGTH.multipliedBy(10));
    assertThat(delivery.isOurs()).isTrue();
    assertThat(count("lanekeeper.lease.extensions", "accepted")).isGreaterThan(20);
    assertThat(count("lanekeeper.lease.extensions", "refused")).isZero();
  }

  @Test
  void handleIsKeptOverAFailedExtension() throws InterruptedException {
    consumer.refuses(true);
    timer.pass(LENGTH.dividedBy(2));
    consumer.refuses(false);
    timer.pass(LENGTH.dividedBy(3));
    acknowledge();

    assertThat(consumer.calls())
        .containsExactly(
            "change handle-0" + EXTENSION, "change handle-0" + EXTENSION, "acknowledge handle-1");
    assertThat(count("lanekeeper.lease.extensions", "refused")).isEqualTo(1);
    assertThat(count("lanekeeper.acknowledgements", "accepted")).isEqualTo(1);
  }

  @Test
  void lateAcknowledgeIsCountedAndNotSent() throws InterruptedException {
    timer.standStill(LENGTH);
    acknowledge();

    assertThat(consumer.calls()).isEmpty();
    assertThat(count("lanekeeper.acknowledgements", "late")).isEqualTo(1);
    assertThat(count("lanekeeper.acknowledgements", "refused")).isZero();
    assertThat(registry.get("lanekeeper.leases.lost").counter().count()).isEqualTo(1);
  }

  @Test
  void acknowledgeThatTheBrokerDoesNotTakeIsTriedAgainWithTheSameHandle()
      throws InterruptedException {
    consumer.refuses(true);
    acknowledge();

    assertThat(consumer.calls()).hasSize(4).containsOnly("acknowledge handle-0");
    assertThat(slept).hasSize(4);
    assertThat(count("lanekeeper.acknowledgements", "refused")).isEqualTo(1);
    assertThat(registry.get("lanekeeper.leases.lost").counter().count()).isZero();
  }

  @Test
  void acknowledgeIsNotTriedBeyondTheLease() throws InterruptedException {
    consumer.refuses(true);
    timer.pass(LENGTH.minusMillis(50));
    int extensions = consumer.calls().size();
    acknowledge(); // Its first pause is longer than what is left.

    assertThat(consumer.calls()).hasSize(extensions + 1);
    assertThat(count("lanekeeper.acknowledgements", "refused")).isEqualTo(1);
  }

  @Test
  void messageThatIsHandedBackComesAgainAtOnce() throws InterruptedException {
    delivery.handBack();
    timer.pass(LENGTH);

    assertThat(consumer.calls()).containsExactly("change handle-0 PT0.01S");
    assertThat(registry.get("lanekeeper.handed.back").counter().count()).isEqualTo(1);
  }

  @Test
  void messageWhoseLeaseIsLostIsNotHandedBack() throws InterruptedException {
    timer.standStill(LENGTH);
    delivery.handBack();

    assertThat(consumer.calls()).isEmpty();
    assertThat(registry.get("lanekeeper.handed.back").counter().count()).isZero();
    assertThat(registry.get("lanekeeper.leases.lost").counter().count()).isEqualTo(1);
  }

  @Test
  void extensionThatFailsLateLeavesTheHandleOfALaterOne() throws InterruptedException {
    consumer.holdsExtensions(true);
    timer.pass(LENGTH.dividedBy(2));
    consumer.holdsExtensions(false);
    timer.pass(LENGTH.dividedBy(3));
    consumer.failsLate();
    acknowledge();

    assertThat(consumer.calls()).endsWith("acknowledge handle-1");
    assertThat(count("lanekeeper.acknowledgements", "accepted")).isEqualTo(1);
  }

  private void sleep(Duration duration) {
    slept.add(duration);
    timer.standStill(duration);
  }

  private void acknowledge() throws InterruptedException {
    delivery.acknowledge();
    delivery.awaitAcknowledged();
  }

  private double count(String name, String result) {
    return registry.get(name).tag("result", result).counter().count();
  }
}
