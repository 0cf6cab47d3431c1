package dev.lanekeeper.worker.observe;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/** What a request is answered with. Immutable. */
record Answer(int status, String type, String body) {
  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";
  private static final String JSON = "application/json; charset=utf-8";

  static Answer metrics(String scrape) {
    return new Answer(200, METRICS, scrape);
  }

  static Answer json(String body) {
    return new Answer(200, JSON, body);
  }

  /** For a probe: 200 or 503, with the detail. */
  static Answer probe(boolean passes, String detail) {
    return new Answer(passes ? 200 : 503, JSON, detail);
  }

  static Answer plain(int status, String text) {
    return new Answer(status, "text/plain; charset=utf-8", text + "\n");
  }

  void send(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] bytes = body.getBytes(UTF_8);
      boolean head = exchange.getRequestMethod().equals("HEAD");
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      exchange.sendResponseHeaders(status, head ? -1 : bytes.length);
      if (!head) {
        exchange.getResponseBody().write(bytes);
      }
    }
  }
}
