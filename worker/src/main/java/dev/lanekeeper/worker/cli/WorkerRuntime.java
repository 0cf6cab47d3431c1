package dev.lanekeeper.worker.cli;

import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.StopSignal;
import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.program.broker.Endpoints;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.tracing.MessageSpans;
import dev.lanekeeper.worker.backlog.BacklogReader;
import dev.lanekeeper.worker.backlog.BacklogWatch;
import dev.lanekeeper.worker.backlog.BlockedQueues;
import dev.lanekeeper.worker.config.DrainTime;
import dev.lanekeeper.worker.config.LifeOptions;
import dev.lanekeeper.worker.config.PoolOptions;
import dev.lanekeeper.worker.config.ProcessOptions;
import dev.lanekeeper.worker.config.ReceiveOptions;
import dev.lanekeeper.worker.config.RetentionOptions;
import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.inbox.Purge;
import dev.lanekeeper.worker.inbox.ShortCut;
import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.observe.BacklogLog;
import dev.lanekeeper.worker.observe.BacklogMetrics;
import dev.lanekeeper.worker.observe.EventLog;
import dev.lanekeeper.worker.observe.GroupMetrics;
import dev.lanekeeper.worker.observe.HeadOfLine;
import dev.lanekeeper.worker.observe.Health;
import dev.lanekeeper.worker.observe.HttpEndpoints;
import dev.lanekeeper.worker.observe.LogEvent;
import dev.lanekeeper.worker.observe.OutageLog;
import dev.lanekeeper.worker.observe.PurgeMetrics;
import dev.lanekeeper.worker.observe.ReceiveLog;
import dev.lanekeeper.worker.observe.Registry;
import dev.lanekeeper.worker.observe.Summary;
import dev.lanekeeper.worker.observe.WorkerMetrics;
import dev.lanekeeper.worker.process.CautiousStart;
import dev.lanekeeper.worker.process.Processing;
import dev.lanekeeper.worker.receive.FaultyReceive;
import dev.lanekeeper.worker.receive.Outage;
import dev.lanekeeper.worker.receive.PushReceiver;
import dev.lanekeeper.worker.receive.ReceiveListener;
import dev.lanekeeper.worker.receive.ReceiveSettings;
import dev.lanekeeper.worker.receive.Receiver;
import dev.lanekeeper.worker.receive.Recovery;
import dev.lanekeeper.worker.receive.SimpleReceiver;
import dev.lanekeeper.worker.trace.MessageTraces;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The composition root: puts a worker together by hand, runs it until it is told to stop, and takes
 * it apart in the order that loses nothing: readiness, receiving, lanes, client, upkeep, database,
 * port. The caller's database is closed here, so that the port shows the worker to its end.
 */
final class WorkerRuntime {
  private static final Logger log = LoggerFactory.getLogger(WorkerRuntime.class);
  private static final Duration GLANCE = Duration.ofMillis(100);

  private final StopSignal stopSignal = new StopSignal();
  private final Health health;
  private final ScheduledExecutorService timer = Threads.timer();
  private final PrometheusMeterRegistry registry;
  private final WorkerMetrics metrics;
  private final Database database;
  private final Processing processing;
  private final RegularTasks tasks;
  private final Optional<PurgeTask> purge;
  private final LaneScheduler lanes;
  private final Receiver receiver;
  private final Outage settling;
  private final Outage receiving;
  private final Recovery recovery;
  private final Optional<BacklogWatch> backlog;
  private final LifeOptions life;
  private final DrainTime drainTime;
  private final String description;

  WorkerRuntime(
      Database database,
      MessageHandler handler,
      BrokerOptions broker,
      ReceiveOptions receive,
      ProcessOptions process,
      RetentionOptions retention,
      LifeOptions life,
      MessageSpans spans) {
    MessageTraces traces = new MessageTraces(spans, receive.group());
    FaultPoints faults = FaultPoints.ofThisProcess();
    this.life = life;
    this.drainTime = life.drainTime(receive.lastReceive(broker.requestTimeout()));
    this.database = database;
    ClientConfiguration client = broker.clientConfiguration();
    ReceiveSettings settings = receive.settings(process.messagesPerTransaction());
    String mode = receive.mode().name().toLowerCase(Locale.ROOT);
    this.registry = Registry.create(database.dataSource(), version(), mode);
    this.metrics = new WorkerMetrics(registry, Clock.systemUTC(), System::nanoTime);
    OutageLog outageLog = new OutageLog();
    this.settling =
        new Outage(Outage.Side.SETTLING, life.outageThreshold(), System::nanoTime, outageLog);
    this.receiving =
        new Outage(Outage.Side.RECEIVING, life.outageThreshold(), System::nanoTime, outageLog);
    this.health = new Health(settling::isOpen, receiving::isOpen, System::nanoTime);
    metrics.showOutage(registry, settling);
    metrics.showOutage(registry, receiving);
    this.purge =
        retention
            .retention()
            .map(
                checked ->
                    new PurgeTask(
                        new Purge(
                            database.jdbi(),
                            receive.group(),
                            UUID.randomUUID().toString(),
                            checked),
                        new PurgeMetrics(registry),
                        System::nanoTime,
                        settling,
                        stopSignal::fail));
    this.processing =
        Processing.of(
            database.jdbi(),
            ShortCut.of(database.engine(), process.firstSequence()),
            new Decoder(receive.group(), process.dedupKeyRule()),
            handler,
            process.rules(receive.group()),
            new EventLog(settling, metrics),
            traces,
            faults);
    this.lanes =
        new LaneScheduler(
            receive.group(),
            processing,
            new CautiousStart(System::nanoTime, process.cautiousStart()),
            Threads.handlers(
                PoolOptions.handlers(
                    database.engine(),
                    receive.concurrency(),
                    database.dataSource().getMaximumPoolSize())),
            timer,
            System::nanoTime,
            stopSignal::fail);
    metrics.showLanes(registry, lanes::lanes, lanes::busy);
    this.tasks =
        new RegularTasks(
            database,
            receive.group(),
            processing,
            lanes,
            new GapWatch(process.gapTimeout(), this::isOutage, System::nanoTime),
            new GroupMetrics(registry),
            settling,
            stopSignal::fail);
    ClientStart start = ClientStart.ofConsumer(broker, receive.topic(), receive.group());
    ReceiveListener receiveLog = new FaultyReceive(faults, new ReceiveLog(receiving, metrics));
    this.receiver =
        switch (receive.mode()) {
          case SIMPLE ->
              new SimpleReceiver(
                  client,
                  start,
                  settings,
                  lanes,
                  timer,
                  System::nanoTime,
                  receiveLog,
                  traces,
                  stopSignal::fail);
          case PUSH ->
              new PushReceiver(
                  client, start, settings, lanes, System::nanoTime, receiveLog, traces);
        };
    this.recovery =
        new Recovery(settling, receiver, lanes, this::probe, System::nanoTime, stopSignal::fail);
    this.backlog = receive.adminEndpoint().map(endpoint -> backlogWatch(endpoint, settings));
    this.description =
        "%s mode, topic %s, consumer group %s, %s"
            .formatted(mode, receive.topic(), receive.group(), broker.endpoints());
  }

  private BacklogWatch backlogWatch(Endpoints nameServers, ReceiveSettings settings) {
    BlockedQueues queues =
        new BlockedQueues(
            settings.invisibleTime(), System::nanoTime, new BacklogLog(settings.topic()));
    BacklogMetrics.show(registry, queues, settings.consumerGroup(), settings.topic());
    return new BacklogWatch(
        new BacklogReader(nameServers, settings.topic(), settings.consumerGroup()),
        queues,
        this::isOutage);
  }

  private boolean isOutage() {
    return settling.isOpen() || receiving.isOpen();
  }

  private static String version() {
    return Optional.ofNullable(WorkerRuntime.class.getPackage().getImplementationVersion())
        .orElse("development");
  }

  /** What the worker did. */
  Summary summary() {
    return metrics.summary();
  }

  /** Runs the worker to its end. */
  ExitCode run() throws InterruptedException {
    stopSignal.install();
    try (HttpEndpoints http =
        HttpEndpoints.open(
            life.httpHost(), life.httpPort(), registry::scrape, health, this::slowest)) {
      receiver.start();
      health.receiving();
      metrics.receivingBegins();
      LogEvent.RECEIVING
          .line()
          .log("receiving: {}; metrics at {}/metrics", description, http.url());
      tasks.start(recovery, purge, backlog);
      awaitEnd();
      ExitCode exitCode = stop();
      log.info("the database is closed; closing the port {}", http.port());
      return exitCode;
    }
  }

  /** The groups that wait longest: those at work here, and those that were held last. */
  private HeadOfLine slowest() {
    return HeadOfLine.of(lanes.slowest(HeadOfLine.SHOWN), tasks.slowestHeld());
  }

  /** Whether the database is back. */
  private void probe() {
    database.jdbi().useHandle(handle -> handle.execute("select 1"));
    processing.debts().settle();
  }

  private void awaitEnd() throws InterruptedException {
    Optional<Duration> untilIdle = life.untilIdle();
    while (!stopSignal.await(GLANCE.toMillis(), TimeUnit.MILLISECONDS)) {
      lanes.lanes(); // Waits for ever where the lanes are stuck, and no beat follows.
      health.beat();
      if (untilIdle.isPresent()
          && lanes.lanes() == 0
          && receiver.isReceiving()
          && health.isReady()
          && metrics.sinceDelivery() > untilIdle.get().toNanos()) {
        LogEvent.STOPPING.line().log("no message for {}: ending", untilIdle.get());
        return;
      }
    }
  }

  /** Each step may use what the others leave; the farewell is shared by those that come last. */
  private ExitCode stop() throws InterruptedException {
    health.stopping();
    Deadline deadline = Deadline.after(drainTime.total(), System::nanoTime);
    Duration half = drainTime.farewell().dividedBy(2);
    receiver.stopReceiving();
    lanes.stop();
    boolean drained = receiver.close(drainTime.work(), half);
    drained = lanes.awaitIdle(drained ? deadline.leftBut(half) : Duration.ZERO) && drained;
    log.info("disconnected from the broker; closing the database");
    tasks.stop(deadline.leftBut(half.dividedBy(2)));
    timer.shutdownNow();
    new LastClose(database).close(drained, deadline.leftBut(Duration.ZERO));
    if (stopSignal.hasFailed()) {
      return ExitCode.SOFTWARE;
    }
    if (!drained) {
      LogEvent.CUT_OFF
          .line()
          .log(
              "work was not done within --drain-timeout {}: it rolls back, and comes again",
              drainTime.total());
      return ExitCode.TEMPORARY;
    }
    return ExitCode.OK;
  }
}
