package dev.lanekeeper.worker.observe;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.Messages.with;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.receive.Outage;
import dev.lanekeeper.worker.testing.GeneratedPart;
import dev.lanekeeper.worker.testing.RecordedSpans;
import dev.lanekeeper.worker.trace.MessageTraces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The lines of the log as machines read them. */
class LogEventTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.lanekeeper.events");
  private final ListAppender<ILoggingEvent> written = new ListAppender<>();
  private final EventJsonEncoder encoder =
      new EventJsonEncoder(Map.of("topic", "ledger", "consumer_group", "worker"));
  private final OutageLog outageLog = new OutageLog();
  private final EventLog log =
      new EventLog(
          new Outage(Outage.Side.SETTLING, Duration.ofSeconds(10), System::nanoTime, outageLog),
          new WorkerMetrics(new SimpleMeterRegistry(), Clock.systemUTC(), System::nanoTime));

  @BeforeEach
  void listen() {
    written.start();
    logger.addAppender(written);
    encoder.start();
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(written);
  }

  @Test
  void readmeHasTheEvents() throws Exception {
    String rows = Stream.of(LogEvent.values()).map(LogEventTest::row).collect(Collectors.joining());
    new GeneratedPart("log events", LogEventTest.class)
        .requireThat("| event | level | meaning |\n|---|---|---|\n" + rows);
  }

  @Test
  void messageThatWasGivenUpIsDescribedInFields() {
    String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    log.settled(
        with(sequenced("A \"7\"\n", 3), "traceparent", "00-" + trace + "-00f067aa0ba902b7-01"),
        3,
        new Outcome.Parked(Fate.HELD, Why.ATTEMPTS));

    JsonNode line = only();
    assertThat(line.path("event").asString()).isEqualTo("given_up");
    assertThat(line.path("level").asString()).isEqualTo("WARN");
    assertThat(line.path("topic").asString()).isEqualTo("test");
    assertThat(line.path("consumer_group").asString()).isEqualTo("worker");
    assertThat(line.path("message_group").asString()).isEqualTo("A \"7\"\n");
    assertThat(line.path("source").asString()).isEqualTo("/test/A \"7\"\n");
    assertThat(line.path("event_id").asString()).isEqualTo("3");
    assertThat(line.path("sequence").asString()).isEqualTo("3");
    assertThat(line.path("delivery_attempt").asInt()).isEqualTo(1);
    assertThat(line.path("attempt").asInt()).isEqualTo(3);
    assertThat(line.path("fate").asString()).isEqualTo("held");
    assertThat(line.path("error_code").asString()).isEqualTo("attempts");
    assertThat(line.path("trace_id").asString()).isEqualTo(trace);
    assertThat(line.path("formattedMessage").asString()).startsWith("held (attempts): topic=test");
  }

  @Test
  @SuppressWarnings("try") // What is current is asked for elsewhere.
  void lineWithinASpanNamesItsTraceOnce() {
    try (RecordedSpans recorded = new RecordedSpans()) {
      MessageTraces traces = new MessageTraces(recorded.spans(), "tests");
      Span span = traces.process(sequenced("A", 3));
      try (Scope ignored = span.makeCurrent()) {
        log.settled(
            with(
                sequenced("A", 3), "traceparent", "00-" + "ab".repeat(16) + "-00f067aa0ba902b7-01"),
            3,
            new Outcome.Parked(Fate.HELD, Why.ATTEMPTS));
      }
      span.end();
      assertThat(written.list.get(0).getKeyValuePairs())
          .filteredOn(pair -> pair.key.equals("trace_id"))
          .hasSize(1);
      assertThat(only().path("trace_id").asString())
          .isEqualTo(recorded.only("process test").getTraceId());
    }
  }

  @Test
  void stateOfAGroupIsToldOnceForEachChange() {
    log.groupChanged(
        new GroupKey("tests", "orders", "A"),
        GroupState.OPEN,
        GroupState.PARKED,
        Optional.of("rejected"));
    JsonNode line = only();
    assertThat(line.path("event").asString()).isEqualTo("group_changed");
    assertThat(line.path("consumer_group").asString()).isEqualTo("tests");
    assertThat(line.path("state_before").asString()).isEqualTo("open");
    assertThat(line.path("state").asString()).isEqualTo("parked");
    assertThat(line.path("error_code").asString()).isEqualTo("rejected");
  }

  @Test
  void outageIsOneLineAtItsStartAndOneAtItsEnd() {
    long[] now = {0};
    Outage outage =
        new Outage(Outage.Side.RECEIVING, Duration.ofSeconds(10), () -> now[0], outageLog);
    for (int second = 0; second < 600; second++) {
      now[0] = Duration.ofSeconds(second).toNanos();
      outage.failed(new IllegalStateException("nobody listens\nat all"));
    }
    outage.worked();
    assertThat(written.list)
        .extracting(this::event)
        .containsExactly("outage_began", "outage_ended");
    JsonNode end = json(written.list.get(1));
    assertThat(end.path("side").asString()).isEqualTo("receiving");
    assertThat(end.path("seconds").asInt()).isEqualTo(599);
  }

  private String event(ILoggingEvent line) {
    return json(line).path("event").asString();
  }

  private JsonNode only() {
    assertThat(written.list).hasSize(1);
    return json(written.list.get(0));
  }

  private JsonNode json(ILoggingEvent event) {
    String line = new String(encoder.encode(event), UTF_8);
    assertThat(line).endsWith("}\n").containsOnlyOnce("\n");
    return JsonMapper.shared().readTree(line);
  }

  private static String row(LogEvent event) {
    return "| `%s` | %s | %s |\n"
        .formatted(event.label(), event.level().name().toLowerCase(Locale.ROOT), event.meaning());
  }
}
