package dev.lanekeeper.worker.receive;

import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.program.broker.Endpoints;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.observe.OutageLog;
import dev.lanekeeper.worker.observe.ReceiveLog;
import dev.lanekeeper.worker.observe.WorkerMetrics;
import dev.lanekeeper.worker.process.CautiousStart;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.testing.FaultProxy;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.trace.MessageTraces;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.rocketmq.client.apis.ClientConfiguration;

/**
 * A receiver in this process, put together as a worker does, with a fault proxy on its way to a
 * real broker, and with lanes over H2. Its clock can be put on.
 */
final class ReceiverFixture implements AutoCloseable {
  static final int QUEUES = 8;
  private static final Duration INVISIBLE_TIME = Duration.ofSeconds(10);
  private static final Duration OUTAGE_THRESHOLD = Duration.ofSeconds(1);
  private static final Duration SOON = Duration.ofSeconds(40);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(1);
  private static final int LOOPS = 3;

  private final AtomicLong putOn = new AtomicLong();
  private final List<Throwable> fatal = new CopyOnWriteArrayList<>();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(LOOPS, LOOPS, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
  private final Outage outage =
      new Outage(Outage.Side.RECEIVING, OUTAGE_THRESHOLD, this::nanoTime, new OutageLog());
  private final ReceiveListener listener =
      new ReceiveLog(outage, new WorkerMetrics(registry, Clock.systemUTC(), this::nanoTime));
  private final ProcessingFixture processing =
      new ProcessingFixture(Engine.POSTGRESQL, OnExhausted.PARK, FirstSequence.ONE);
  private final LaneScheduler lanes =
      new LaneScheduler(
          ProcessingFixture.CONSUMER_GROUP,
          processing.processing(),
          new CautiousStart(System::nanoTime, Duration.ofMinutes(-1)),
          threads,
          timer,
          System::nanoTime,
          fatal::add);
  private final FaultProxy proxy;
  private final ReceiveSettings settings;
  private final ClientConfiguration client;
  private final ClientStart start;

  ReceiverFixture(TestBroker broker, String name, Duration watchdog) {
    broker.createTopic(name, QUEUES);
    broker.createGroup(name, true);
    this.proxy = FaultProxy.before(broker.endpoints());
    this.settings = new ReceiveSettings(name, name, LOOPS, 1, INVISIBLE_TIME, watchdog, LOOPS);
    this.client =
        ClientConfiguration.newBuilder()
            .setEndpoints(proxy.endpoints())
            .enableSsl(false)
            .setRequestTimeout(REQUEST_TIMEOUT)
            .setMaxStartupAttempts(1)
            .build();
    this.start =
        new ClientStart(
            Endpoints.parse(proxy.endpoints()), false, false, name, Optional.of(name), SOON);
  }

  Receiver simple() {
    return new SimpleReceiver(
        client,
        start,
        settings,
        lanes,
        timer,
        this::nanoTime,
        listener,
        MessageTraces.OFF,
        fatal::add);
  }

  Receiver push() {
    return new PushReceiver(
        client, start, settings, lanes, this::nanoTime, listener, MessageTraces.OFF);
  }

  ProcessingFixture processing() {
    return processing;
  }

  FaultProxy proxy() {
    return proxy;
  }

  boolean isOutageOpen() {
    return outage.isOpen();
  }

  private long nanoTime() {
    return System.nanoTime() + putOn.get();
  }

  void putOn(Duration time) {
    putOn.addAndGet(time.toNanos());
  }

  /** The count of all counters of a name, whatever their tags. */
  int count(String name) {
    return (int) registry.get(name).counters().stream().mapToDouble(Counter::count).sum();
  }

  int count(String name, String result) {
    return (int) registry.get(name).tag("result", result).counter().count();
  }

  /** Waits until so many more receives have failed. */
  void awaitFailures(int more) {
    int failures = count("lanekeeper.receive.failures");
    await().atMost(SOON).until(() -> count("lanekeeper.receive.failures") >= failures + more);
  }

  List<Throwable> fatal() {
    return fatal;
  }

  /** Does not wait for receives that are under way: they end with their connections. */
  void close(Receiver receiver) {
    receiver.stopReceiving();
    lanes.stop();
    proxy.close();
    receiver.close(SOON, SOON);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    timer.shutdownNow();
    processing.close();
    proxy.close();
    await().atMost(SOON).until(threads::isTerminated);
  }
}
