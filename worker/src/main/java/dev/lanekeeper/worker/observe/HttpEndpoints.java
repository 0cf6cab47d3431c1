package dev.lanekeeper.worker.observe;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * /metrics, /livez and /readyz on one port. None of them touches the database or the broker, so
 * they answer under load and during outages. Thread-safe.
 */
public final class HttpEndpoints implements AutoCloseable {
  private static final int BACKLOG = 16;
  private static final int THREADS = 2;
  private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final HttpServer server;
  private final ExecutorService threads;

  private HttpEndpoints(HttpServer server) {
    this.server = server;
    this.threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "http");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Opens the port.
   *
   * @param port 0 picks a free one
   * @throws ProgramException when the port is taken
   */
  public static HttpEndpoints open(
      String host, int port, PrometheusMeterRegistry registry, Health health) {
    try {
      HttpServer server = HttpServer.create(new InetSocketAddress(host, port), BACKLOG);
      HttpEndpoints endpoints = new HttpEndpoints(server);
      server.setExecutor(endpoints.threads);
      server.createContext(
          "/metrics", exchange -> answer(exchange, 200, METRICS_TYPE, registry.scrape()));
      server.createContext("/livez", exchange -> answer(exchange, 200, "text/plain", "alive\n"));
      server.createContext("/readyz", exchange -> readiness(exchange, health));
      server.start();
      return endpoints;
    } catch (BindException taken) {
      throw new ProgramException(
          ExitCode.UNAVAILABLE,
          "port "
              + port
              + " on "
              + host
              + " is taken, so metrics and health cannot be served; stop what uses it, or choose"
              + " another with --http-port (0 picks a free one)",
          taken);
    } catch (IOException failure) {
      throw new ProgramException(
          ExitCode.UNAVAILABLE,
          "cannot listen on " + host + ":" + port + " (" + failure.getMessage() + ")",
          failure);
    }
  }

  private static void readiness(HttpExchange exchange, Health health) throws IOException {
    answer(exchange, health.isReady() ? 200 : 503, "text/plain", health.describe() + "\n");
  }

  private static void answer(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    try (exchange) {
      byte[] bytes = body.getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  /** The port that is open. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** Where to look, for people. */
  public String url() {
    return "http://" + server.getAddress().getHostString() + ":" + port();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
