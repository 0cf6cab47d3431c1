package dev.lanekeeper.worker.receive;

import dev.lanekeeper.program.broker.BoundedClose;
import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.trace.MessageTraces;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.consumer.ConsumeResult;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.MessageListener;
import org.apache.rocketmq.client.apis.consumer.PushConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.jspecify.annotations.Nullable;

/**
 * Push mode: a PushConsumer whose listener passes each message through its lane and answers SUCCESS
 * once the fate is committed, whatever the fate. FAILURE is only for stopping and pausing, when the
 * client is closed, because the client's own retries and its dead-letter queue break the order
 * (design.md, "The two receivers"). A client that closes in order gives its messages back; while
 * receiving is paused there is none. The proxy extends the leases. Thread-safe; one thread pauses,
 * resumes and watches.
 */
public final class PushReceiver implements Receiver {

  /** For how long the proxy holds an empty receive (notes, 2.5); the client gives it longer. */
  public static final Duration LONG_POLL = Duration.ofSeconds(20);

  private final ClientConfiguration client;
  private final ClientStart start;
  private final ReceiveSettings settings;
  private final LaneScheduler lanes;
  private final ReceiveListener listener;
  private final MessageTraces traces;
  private final LongSupplier nanoTime;
  private final Silence silence;
  private final Watchdog watchdog;
  private final Closings closings = new Closings();
  private volatile boolean isWatched = true;
  private boolean stopping;
  private @Nullable Client current;

  /** One client in the life of the receiver. */
  private final class Client implements MessageListener, ReceiveHook.Receives {
    private volatile boolean closing;
    private volatile Sight sight = startToLook();
    private @Nullable PushConsumer consumer;

    @Override
    public ConsumeResult consume(MessageView view) {
      if (closing) {
        listener.handedBack();
        return ConsumeResult.FAILURE;
      }
      return PushReceiver.this.consume(view);
    }

    @Override
    public void asked() {
      sight.seen();
      if (!closing) {
        silence.asked();
      }
    }

    @Override
    public void returned() {
      sight.seen();
      if (!closing) {
        silence.broken();
        listener.received(0);
      }
    }

    /**
     * Before the long poll is over no connection has swallowed the answer: it was refused, by the
     * proxy or by the transport, and the client connects anew by itself then.
     */
    @Override
    public void failed(Optional<Duration> length) {
      sight.seen();
      if (!closing) {
        length
            .filter(taken -> taken.compareTo(LONG_POLL) < 0)
            .ifPresent(early -> silence.answered());
        listener.receiveFailed(new ReceiveFailedException());
      }
    }
  }

  public PushReceiver(
      ClientConfiguration client,
      ClientStart start,
      ReceiveSettings settings,
      LaneScheduler lanes,
      LongSupplier nanoTime,
      ReceiveListener listener,
      MessageTraces traces) {
    this.client = client;
    this.start = start;
    this.settings = settings;
    this.lanes = lanes;
    this.listener = listener;
    this.traces = traces;
    this.nanoTime = nanoTime;
    this.silence = new Silence(nanoTime);
    this.watchdog = new Watchdog(settings.watchdog(), start.endpoints(), nanoTime);
  }

  @Override
  public void start() {
    use(build());
  }

  private Client build() {
    Client built = new Client();
    PushConsumer consumer =
        start.start(
            () ->
                ClientServiceProvider.loadService()
                    .newPushConsumerBuilder()
                    .setClientConfiguration(client)
                    .setConsumerGroup(settings.consumerGroup())
                    .setSubscriptionExpressions(Map.of(settings.topic(), FilterExpression.SUB_ALL))
                    .setConsumptionThreadCount(settings.threads())
                    .setEnableFifoConsumeAccelerator(true)
                    .setMessageListener(built)
                    .build());
    built.consumer = consumer;
    built.sight = startToLook();
    if (isWatched) { // Else it was said once that it cannot be.
      isWatched = ReceiveHook.attach(consumer, nanoTime, built);
    }
    return built;
  }

  private Sight startToLook() {
    return new Sight(nanoTime, settings.watchdog());
  }

  /** Takes a client into use, unless the worker stops. */
  private synchronized void use(Client built) {
    silence.broken();
    if (stopping) {
      close(built);
    } else {
      current = built;
      if (isWatched) {
        silence.asked(); // A client that starts asks at once, before it is in use.
      }
    }
  }

  private ConsumeResult consume(MessageView view) {
    listener.received(1);
    try {
      if (new PushDelivery(view, lanes, traces).settle()) {
        listener.acknowledged(Acknowledgement.ACCEPTED);
        return ConsumeResult.SUCCESS;
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    listener.handedBack();
    return ConsumeResult.FAILURE;
  }

  @Override
  public boolean isReceiving() {
    return silence.withoutReturn().compareTo(settings.watchdog()) < 0;
  }

  @Override
  public synchronized void pause() {
    if (current != null) {
      close(current);
      current = null;
      silence.broken();
    }
  }

  private void close(Client replaced) {
    replaced.closing = true;
    if (replaced.consumer != null) {
      closings.add(replaced.consumer);
    }
  }

  @Override
  public void resume() {
    if (!isOver()) {
      use(build());
    }
  }

  @Override
  public void watch() {
    requireSight();
    Duration length = silence.length();
    if (!isOver() && watchdog.isDue(length)) {
      watchdog
          .build(this::build)
          .ifPresent(
              built -> {
                pause();
                use(built);
                listener.clientRebuilt(length);
              });
    }
  }

  private synchronized void requireSight() {
    if (isWatched && current != null && current.sight.isFoundMissing()) {
      ReceiveHook.warn("none was seen so far");
      isWatched = false;
      silence.broken();
    }
  }

  private synchronized boolean isOver() {
    return stopping;
  }

  @Override
  public synchronized void stopReceiving() {
    stopping = true;
    if (current != null) {
      current.closing = true;
    }
  }

  @Override
  public boolean close(Duration work, Duration farewell) {
    PushConsumer last;
    synchronized (this) {
      last = current == null ? null : current.consumer;
    }
    long began = nanoTime.getAsLong();
    boolean inTime = last == null || BoundedClose.close(last, work);
    Duration spent = Duration.ofNanos(nanoTime.getAsLong() - began);
    return closings.await(work.plus(farewell).minus(spent)) && inTime;
  }
}
