package dev.lanekeeper.worker.observe;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Metrics, probes and the head of the line on one port. Nothing there touches the database or the
 * broker, so it answers under load and during outages; nothing there changes anything. Thread-safe.
 */
public final class HttpEndpoints implements AutoCloseable {
  private static final int BACKLOG = 16;
  private static final int THREADS = 4;
  private static final Set<String> READING = Set.of("GET", "HEAD");
  private static final Set<String> PROBES = Set.of("/livez", "/readyz", "/startupz");
  private static final int ANSWERS_PER_SECOND = 50;

  private final HttpServer server;
  private final ExecutorService threads;
  private final Map<String, Supplier<Answer>> routes;
  private final RateLimiter rate;

  static {
    // The JDK's server reads these once: whoever is slow to ask or to listen is cut off (seconds),
    // and so is who asks with more than this (bytes; from 17.0.13 and 21.0.5 on).
    setUnlessSet("sun.net.httpserver.maxReqTime", "2");
    setUnlessSet("sun.net.httpserver.maxRspTime", "10");
    setUnlessSet("sun.net.httpserver.maxReqHeaderSize", "16384");
  }

  /** What is more than a probe is answered so often, to all callers together. */
  private static RateLimiter perSecond() {
    return RateLimiter.of(
        "http",
        RateLimiterConfig.custom()
            .limitForPeriod(ANSWERS_PER_SECOND)
            .limitRefreshPeriod(Duration.ofSeconds(1))
            .timeoutDuration(Duration.ZERO)
            .build());
  }

  private static void setUnlessSet(String property, String value) {
    System.setProperty(property, System.getProperty(property, value));
  }

  private HttpEndpoints(HttpServer server, Map<String, Supplier<Answer>> routes, RateLimiter rate) {
    this.server = server;
    this.routes = routes;
    this.rate = rate;
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
   * @param scrape the metrics in Prometheus's text format
   * @throws ProgramException when the port is taken
   */
  public static HttpEndpoints open(
      String host,
      int port,
      Supplier<String> scrape,
      Health health,
      Supplier<HeadOfLine> headOfLine) {
    return open(host, port, scrape, health, headOfLine, perSecond());
  }

  static HttpEndpoints open(
      String host,
      int port,
      Supplier<String> scrape,
      Health health,
      Supplier<HeadOfLine> headOfLine,
      RateLimiter rate) {
    try {
      HttpServer server = HttpServer.create(new InetSocketAddress(host, port), BACKLOG);
      HttpEndpoints endpoints =
          new HttpEndpoints(
              server,
              Map.of(
                  "/metrics", () -> Answer.metrics(scrape.get()),
                  "/livez", () -> Answer.probe(health.isAlive(), health.json()),
                  "/readyz", () -> Answer.probe(health.isReady(), health.json()),
                  "/startupz", () -> Answer.probe(health.isStarted(), health.json()),
                  "/api/groups/slowest", () -> Answer.json(headOfLine.get().json())),
              rate);
      server.setExecutor(endpoints.threads);
      server.createContext("/", endpoints::handle);
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

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Supplier<Answer> route = routes.get(path);
    if (route == null) {
      Answer.plain(404, "there are: " + String.join(", ", new TreeSet<>(routes.keySet())))
          .send(exchange);
    } else if (!READING.contains(exchange.getRequestMethod())) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      Answer.plain(405, "nothing can be changed here").send(exchange);
    } else if (!PROBES.contains(path) && !rate.acquirePermission()) {
      exchange.getResponseHeaders().set("Retry-After", "1");
      Answer.plain(429, "more is asked than is answered in a second").send(exchange);
    } else {
      route.get().send(exchange);
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
