package dev.lanekeeper.program.tracing;

import io.opentelemetry.api.trace.SpanKind;
import java.util.Locale;

/** What is done with a message, as the messaging conventions of OpenTelemetry tell it apart. */
public enum Operation {
  /** It is given to the broker, which once was called publish. */
  SEND(SpanKind.PRODUCER),
  /** It is taken from the broker. */
  RECEIVE(SpanKind.CLIENT),
  /** Its handler runs, and its fate is decided. */
  PROCESS(SpanKind.CONSUMER),
  /** The broker is told what became of it. */
  SETTLE(SpanKind.CLIENT);

  private final SpanKind kind;

  Operation(SpanKind kind) {
    this.kind = kind;
  }

  SpanKind kind() {
    return kind;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
