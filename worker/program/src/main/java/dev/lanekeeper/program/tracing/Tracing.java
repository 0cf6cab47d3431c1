package dev.lanekeeper.program.tracing;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * The tracing of one program from its start to its end: off, unless a variable of OpenTelemetry
 * asks for it, and then as these variables say
 * (https://opentelemetry.io/docs/languages/sdk-configuration/). Thread-safe.
 */
public final class Tracing implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Tracing.class);

  private static final String EXPORTER = "OTEL_TRACES_EXPORTER";
  private static final String DISABLED = "OTEL_SDK_DISABLED";
  private static final String RESOURCE = "OTEL_RESOURCE_ATTRIBUTES";

  private static final Pattern VALUE = Pattern.compile("=.*", Pattern.DOTALL);

  /** Metrics are Prometheus's, and logs go to standard error, whatever the variables say. */
  private static final Map<String, String> NOTHING_ELSE =
      Map.of("otel.metrics.exporter", "none", "otel.logs.exporter", "none");

  /** Of a text of an attribute, such as a failure's, in characters. */
  private static final String LONGEST_TEXT = "4000";

  /** Kept, since the JDK forgets what was set of a logger that nobody keeps. */
  private static final java.util.logging.Logger SDK_LOG =
      java.util.logging.Logger.getLogger("io.opentelemetry");

  private final Optional<OpenTelemetrySdk> sdk;
  private final Duration lastSpans;
  private final MessageSpans spans;

  private Tracing(Optional<OpenTelemetrySdk> sdk, Duration lastSpans) {
    this.sdk = sdk;
    this.lastSpans = lastSpans;
    this.spans = sdk.map(MessageSpans::of).orElse(MessageSpans.OFF);
  }

  /**
   * Starts tracing if it is asked for.
   *
   * @param service the name of the program, unless a variable gives another
   * @param lastSpans how long the last spans may take to go out: nobody waits longer for a
   *     collector that is away
   * @throws ProgramException when the variables contradict each other, or ask for what is not here
   */
  public static Tracing open(String service, Duration lastSpans, Map<String, String> environment) {
    if (!isAskedFor(environment)) {
      return new Tracing(Optional.empty(), lastSpans);
    }
    logAsTheRestDoes();
    try {
      OpenTelemetrySdk sdk =
          AutoConfiguredOpenTelemetrySdk.builder()
              .addPropertiesSupplier(() -> properties(service, environment))
              .addPropertiesCustomizer(config -> NOTHING_ELSE)
              .disableShutdownHook()
              .build()
              .getOpenTelemetrySdk();
      log.info("tracing is on, as the OTEL_ variables say");
      return new Tracing(Optional.of(sdk), lastSpans);
    } catch (ConfigurationException wrong) {
      // No cause, and no value, which may be the key of the collector.
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          "tracing: "
              + VALUE.matcher(String.valueOf(wrong.getMessage())).replaceAll("=***")
              + "; see that the OTEL_ variables ask for the exporter otlp with the protocol"
              + " http/protobuf, or unset them");
    }
  }

  private static void logAsTheRestDoes() {
    if (SDK_LOG.getUseParentHandlers()) {
      SDK_LOG.setUseParentHandlers(false);
      SDK_LOG.addHandler(new SLF4JBridgeHandler());
    }
  }

  /** Whether the variables name where spans go, and do not say none. */
  static boolean isAskedFor(Map<String, String> environment) {
    String exporter = environment.getOrDefault(EXPORTER, "").strip();
    if ("true".equalsIgnoreCase(environment.getOrDefault(DISABLED, "").strip())
        || "none".equals(exporter)) {
      return false;
    }
    return !exporter.isEmpty()
        || Stream.of("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
            .anyMatch(name -> !environment.getOrDefault(name, "").isBlank());
  }

  /** Variables come before these, so what is here is a default. */
  static Map<String, String> properties(String service, Map<String, String> environment) {
    Map<String, String> properties = new HashMap<>();
    properties.put("otel.attribute.value.length.limit", LONGEST_TEXT);
    properties.put("otel.exporter.otlp.protocol", "http/protobuf");
    if (!environment.getOrDefault(RESOURCE, "").contains("service.name=")) {
      properties.put("otel.service.name", service);
    }
    environment.forEach(
        (name, value) -> {
          if (name.startsWith("OTEL_") && !value.isBlank()) {
            properties.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
          }
        });
    return properties;
  }

  public MessageSpans spans() {
    return spans;
  }

  /** Sends the last spans, if that can be done soon. */
  @Override
  public void close() {
    sdk.ifPresent(open -> open.shutdown().join(lastSpans.toMillis(), TimeUnit.MILLISECONDS));
  }
}
