package dev.lanekeeper.worker.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A server that takes spans by OTLP over HTTP, as a collector does. Thread-safe. */
public final class SpanCollector implements AutoCloseable {
  /** A Span of OTLP's trace.proto up to its name: trace, span, and parent where it has one. */
  private static final Pattern SPAN =
      Pattern.compile(
          "\\x0a\\x10(.{16})\\x12\\x08.{8}(?:\\x22\\x08.{8})?\\x2a.([a-z]+ [a-z-]+)",
          Pattern.DOTALL);

  private final HttpServer server;
  private final List<String> received = new CopyOnWriteArrayList<>();

  public SpanCollector() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      received.add(new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1));
      exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(200, -1);
    }
  }

  /** The variables that send a program's spans here. */
  public Map<String, String> variables() {
    return Map.of(
        "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** The traces in which spans of this name are, one for each span. */
  public List<String> traces(String name) {
    return received.stream()
        .flatMap(body -> SPAN.matcher(body).results())
        .filter(span -> span.group(2).equals(name))
        .map(SpanCollector::traceId)
        .toList();
  }

  private static String traceId(MatchResult span) {
    return HexFormat.of().formatHex(span.group(1).getBytes(ISO_8859_1));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
