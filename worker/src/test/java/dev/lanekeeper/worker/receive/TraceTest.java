package dev.lanekeeper.worker.receive;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.Messages.with;
import static dev.lanekeeper.worker.testing.RecordedSpans.attribute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.program.tracing.SendSpan;
import dev.lanekeeper.program.tracing.TracedMessage;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.observe.WorkerMetrics;
import dev.lanekeeper.worker.process.CautiousStart;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import dev.lanekeeper.worker.testing.RecordedSpans;
import dev.lanekeeper.worker.trace.MessageTraces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Issue 7, "Tracing": producer and consumer in one trace. The message has passed through the
 * producer's span, and goes through a receive loop, its lane and the processor.
 */
class TraceTest {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration SOON = Duration.ofSeconds(30);

  private final RecordedSpans recorded = new RecordedSpans();
  private final MessageTraces traces =
      new MessageTraces(recorded.spans(), ProcessingFixture.CONSUMER_GROUP);
  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.H2, OnExhausted.PARK, FirstSequence.ONE);
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  private final ManualTimer timer = new ManualTimer();
  private final ScriptedConsumer consumer = new ScriptedConsumer();
  private final Stopping stopping = new Stopping();
  private final List<Throwable> fatal = new ArrayList<>();
  private final AtomicReference<String> inTheHandler = new AtomicReference<>("");

  @AfterEach
  void close() {
    threads.shutdownNow();
    timer.shutdownNow();
    fixture.close();
    recorded.close();
    assertThat(fatal).isEmpty();
  }

  @Test
  void producerAndConsumerAreInOneTrace() throws InterruptedException {
    receive(sent(sequenced("A", 1)));

    SpanData send = recorded.only("send test");
    SpanData receive = recorded.only("receive test");
    SpanData process = recorded.only("process test");
    SpanData settle = recorded.only("settle test");
    assertThat(recorded.ended())
        .hasSize(4)
        .allMatch(span -> span.getTraceId().equals(send.getTraceId()))
        .allMatch(span -> attribute(span, "messaging.system").equals("rocketmq"))
        .allMatch(span -> attribute(span, "messaging.destination.name").equals("test"))
        .allMatch(span -> attribute(span, "messaging.rocketmq.message.group").equals("A"))
        .allMatch(span -> attribute(span, "cloudevents.event_source").equals("/test/A"));
    assertThat(receive.getParentSpanId()).isEqualTo(send.getSpanId());
    assertThat(process.getParentSpanId()).isEqualTo(receive.getSpanId());
    assertThat(settle.getParentSpanId()).isEqualTo(receive.getSpanId());
    assertThat(List.of(send.getKind(), receive.getKind(), process.getKind(), settle.getKind()))
        .containsExactly(SpanKind.PRODUCER, SpanKind.CLIENT, SpanKind.CONSUMER, SpanKind.CLIENT);
    assertThat(attribute(process, "messaging.consumer.group.name")).isEqualTo("tests");
    assertThat(attribute(process, "lanekeeper.fate")).isEqualTo("applied");
    assertThat(attribute(settle, "lanekeeper.answer")).isEqualTo("accepted");
    assertThat(receive.getEndEpochNanos()).isLessThanOrEqualTo(process.getStartEpochNanos());
    assertThat(inTheHandler).as("the handler's span").hasValue(process.getSpanId());
  }

  @Test
  void messageWithoutAContextBeginsATrace() throws InterruptedException {
    receive(sequenced("A", 1));
    assertThat(recorded.only("receive test").getParentSpanContext().isValid()).isFalse();
    assertThat(recorded.ended().stream().map(SpanData::getTraceId).distinct()).hasSize(1);
  }

  /** A resend after a crash carries another context. */
  @Test
  void contextIsNoPartOfWhatIdentifiesAMessage() {
    fixture.traced(traces);
    assertThat(fixture.process(sent(sequenced("A", 1)))).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.process(sent(sequenced("A", 1)))).isInstanceOf(Outcome.Duplicate.class);
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Duplicate.class);
    assertThat(fixture.effects("A")).containsExactly("1");
  }

  /** It is processed by nobody's delivery, in the trace of its sender all the same. */
  @Test
  void heldMessageIsProcessedInItsOwnTrace() {
    fixture.traced(traces);
    fixture.process(sent(sequenced("A", 2)));
    String own = recorded.only("send test").getTraceId();
    fixture.process(sequenced("A", 1));
    fixture.drain("A");

    assertThat(fixture.effects("A")).containsExactly("1", "2");
    assertThat(recorded.ended())
        .filteredOn(span -> span.getTraceId().equals(own))
        .extracting(span -> attribute(span, "lanekeeper.fate"))
        .containsExactly("null", "held", "applied");
  }

  @Test
  void eachAttemptHasASpanThatSaysWhyItFailed() {
    fixture.traced(traces);
    fixture.handlerFails();
    fixture.processToTheEnd(sequenced("A", 1));
    assertThat(recorded.ended()).hasSize(ProcessingFixture.MAX_ATTEMPTS);
    assertThat(recorded.ended())
        .allMatch(span -> span.getStatus().getStatusCode() == StatusCode.ERROR);
    assertThat(attribute(recorded.ended().get(0), "error.type"))
        .isEqualTo("java.lang.IllegalStateException");
    assertThat(attribute(recorded.ended().get(2), "lanekeeper.fate")).isEqualTo("held");
  }

  @Test
  void nothingIsTracedUnlessItIsAskedFor() throws InterruptedException {
    receive(sequenced("A", 1), MessageTraces.OFF);
    assertThat(fixture.effects("A")).containsExactly("1");
    assertThat(inTheHandler).as("no span").hasValue("0000000000000000");
  }

  /** As the producer does it. */
  private RawMessage sent(RawMessage message) {
    SendSpan span =
        SendSpan.begin(
            recorded.spans(),
            new TracedMessage(
                message.topic(),
                message.messageGroup(),
                Optional.empty(),
                Optional.empty(),
                message.body().length,
                message.properties()));
    span.end("id", null);
    return with(message, "traceparent", span.properties().getOrDefault("traceparent", ""));
  }

  private void receive(RawMessage message) throws InterruptedException {
    receive(message, traces);
  }

  private void receive(RawMessage message, MessageTraces with) throws InterruptedException {
    fixture.traced(with);
    fixture.handlerDoes(
        (handled, handle) -> {
          inTheHandler.set(Span.current().getSpanContext().getSpanId());
          return Optional.empty();
        });
    consumer.delivers(List.of(TestViews.view(message)));
    Thread loop = new Thread(loop(with));
    loop.start();
    await().atMost(SOON).until(() -> consumer.calls().contains("acknowledge handle-0"));
    stopping.begin();
    loop.join(SOON.toMillis());
    assertThat(loop.isAlive()).isFalse();
  }

  private ReceiveLoop loop(MessageTraces with) {
    LaneScheduler lanes =
        new LaneScheduler(
            ProcessingFixture.CONSUMER_GROUP,
            fixture.processing(),
            new CautiousStart(System::nanoTime, Duration.ofMinutes(-1)),
            threads,
            timer,
            timer::nanoTime,
            fatal::add);
    Silence silence = new Silence(timer::nanoTime);
    return new ReceiveLoop(
        new ReceiveLoop.Parts(
            new SimpleCalls(() -> consumer, Duration.ofMillis(10), Duration.ZERO),
            lanes,
            1,
            LEASE,
            timer,
            timer::nanoTime,
            new Gate(silence),
            silence,
            duration -> {},
            new WorkerMetrics(new SimpleMeterRegistry(), Clock.systemUTC(), timer::nanoTime),
            with),
        stopping,
        fatal::add);
  }
}
