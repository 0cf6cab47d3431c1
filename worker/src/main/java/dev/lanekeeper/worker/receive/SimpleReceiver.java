package dev.lanekeeper.worker.receive;

import dev.lanekeeper.program.broker.BoundedClose;
import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.trace.MessageTraces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.SimpleConsumer;
import org.jspecify.annotations.Nullable;

/** Simple mode: loops of receive, process, acknowledge over one SimpleConsumer. Thread-safe. */
public final class SimpleReceiver implements Receiver {

  /** How long the broker holds an empty receive: the least that proxies allow (notes, 2.5). */
  public static final Duration LONG_POLL = Duration.ofSeconds(5);

  private static final Duration CLIENT_CLOSE = Duration.ofSeconds(5);

  private final ClientConfiguration client;
  private final ClientStart start;
  private final ReceiveSettings settings;
  private final LaneScheduler lanes;
  private final ScheduledExecutorService timer;
  private final LongSupplier nanoTime;
  private final ReceiveListener listener;
  private final MessageTraces traces;
  private final Consumer<Throwable> onFatal;
  private final ExecutorService threads;
  private final Closings closings = new Closings();
  private final Silence silence;
  private final Gate gate;
  private final Watchdog watchdog;
  private final Stopping stopping = new Stopping();
  private final List<ReceiveLoop> loops = new ArrayList<>();
  private volatile @Nullable SimpleConsumer consumer;

  public SimpleReceiver(
      ClientConfiguration client,
      ClientStart start,
      ReceiveSettings settings,
      LaneScheduler lanes,
      ScheduledExecutorService timer,
      LongSupplier nanoTime,
      ReceiveListener listener,
      MessageTraces traces,
      Consumer<Throwable> onFatal) {
    this.client = client;
    this.start = start;
    this.settings = settings;
    this.lanes = lanes;
    this.timer = timer;
    this.nanoTime = nanoTime;
    this.listener = listener;
    this.traces = traces;
    this.onFatal = onFatal;
    this.silence = new Silence(nanoTime);
    this.gate = new Gate(silence);
    this.watchdog = new Watchdog(settings.watchdog(), start.endpoints(), nanoTime);
    AtomicInteger number = new AtomicInteger();
    this.threads =
        Executors.newFixedThreadPool(
            settings.loops(), task -> new Thread(task, "receive-" + number.incrementAndGet()));
  }

  @Override
  public void start() {
    consumer = build();
    ReceiveLoop.Parts parts =
        new ReceiveLoop.Parts(
            new SimpleCalls(this::current, LONG_POLL, client.getRequestTimeout()),
            lanes,
            settings.batch(),
            settings.invisibleTime(),
            timer,
            nanoTime,
            gate,
            silence,
            duration -> TimeUnit.NANOSECONDS.sleep(duration.toNanos()),
            listener,
            traces);
    for (int i = 0; i < settings.loops(); i++) {
      loops.add(new ReceiveLoop(parts, stopping, onFatal));
    }
    loops.forEach(threads::execute);
    threads.shutdown();
  }

  private SimpleConsumer build() {
    return start.start(
        () ->
            ClientServiceProvider.loadService()
                .newSimpleConsumerBuilder()
                .setClientConfiguration(client)
                .setConsumerGroup(settings.consumerGroup())
                .setAwaitDuration(LONG_POLL)
                .setSubscriptionExpressions(Map.of(settings.topic(), FilterExpression.SUB_ALL))
                .build());
  }

  private SimpleConsumer current() {
    return Objects.requireNonNull(consumer, "not started");
  }

  @Override
  public boolean isReceiving() {
    return silence.withoutReturn().compareTo(LONG_POLL.multipliedBy(3)) < 0;
  }

  @Override
  public void pause() {
    gate.shut();
  }

  @Override
  public void resume() {
    gate.open();
  }

  @Override
  public void watch() {
    Duration length = silence.length();
    if (!stopping.hasBegun() && watchdog.isDue(length)) {
      SimpleConsumer silent = current();
      watchdog
          .build(this::build)
          .ifPresent(
              built -> {
                // Receipt handles are the broker's, not the client's: what is in hand is
                // acknowledged through the new one.
                consumer = built;
                silence.broken();
                closings.add(silent);
                listener.clientRebuilt(length);
              });
    }
  }

  @Override
  public void stopReceiving() {
    stopping.begin();
    gate.open();
  }

  @Override
  public boolean close(Duration work, Duration farewell) {
    long end = nanoTime.getAsLong() + work.plus(farewell).toNanos();
    boolean ended = awaitLoops(work);
    if (!ended) {
      threads.shutdownNow();
      ended = awaitLoops(farewell.dividedBy(2));
    }
    if (consumer != null) {
      Duration left = Duration.ofNanos(end - nanoTime.getAsLong());
      BoundedClose.close(consumer, left.compareTo(CLIENT_CLOSE) < 0 ? left : CLIENT_CLOSE);
    }
    return ended && loops.stream().noneMatch(ReceiveLoop::wasCutOff);
  }

  private boolean awaitLoops(Duration limit) {
    try {
      return threads.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
