package dev.lanekeeper.worker.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real HTTP server that keeps a record of idempotency keys, as a good endpoint does, and answers
 * badly when it is told to. Thread-safe.
 */
public final class Endpoint implements AutoCloseable {
  private static final String KEY = "Idempotency-Key";

  /** One answer. */
  public interface Behaviour {
    void answer(Endpoint endpoint, HttpExchange exchange) throws IOException;
  }

  /** A request as it came. */
  public record Request(URI uri, Headers headers, String body) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Queue<Behaviour> next = new ConcurrentLinkedQueue<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final List<String> effects = new CopyOnWriteArrayList<>();
  private final AtomicInteger stalled = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger questions = new AtomicInteger();
  private final CountDownLatch released = new CountDownLatch(1);
  private final Map<String, String> record = new ConcurrentHashMap<>();

  public Endpoint() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      if (exchange.getRequestMethod().equals("GET")) {
        tell(exchange);
        return;
      }
      requests.add(new Request(exchange.getRequestURI(), exchange.getRequestHeaders(), body));
      if (isToStall(exchange)) {
        act(exchange);
        stalled.incrementAndGet();
        waitForTheEnd();
        return;
      }
      if (exchange.getRequestURI().getPath().equals("/wait") && waiting.getAndIncrement() == 0) {
        act(exchange);
        waitFor(released);
      }
      Behaviour behaviour = next.poll();
      (behaviour == null ? status(200) : behaviour).answer(this, exchange);
    }
  }

  /** All requests to {@code /stall}; of those to {@code /stall/N} the ones with this sequence. */
  private static boolean isToStall(HttpExchange exchange) {
    String path = exchange.getRequestURI().getPath();
    String sequence = exchange.getRequestHeaders().getFirst("ce-sequence");
    return path.equals("/stall") || path.equals("/stall/" + sequence);
  }

  /** Whether a key is on record: 200 with what its request was answered, or 404. */
  private void tell(HttpExchange exchange) throws IOException {
    questions.incrementAndGet();
    String known = record.get(exchange.getRequestHeaders().getFirst(KEY));
    byte[] body = (known == null ? "no" : known).getBytes(UTF_8);
    exchange.sendResponseHeaders(known == null ? 404 : 200, body.length);
    exchange.getResponseBody().write(body);
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook?to=here");
  }

  /** How the next requests are answered, in this order; all others with 200. */
  public void answers(Behaviour... behaviours) {
    next.addAll(List.of(behaviours));
  }

  /** How many requests to {@code /stall} had their effect and got no answer. */
  public int stalled() {
    return stalled.get();
  }

  /** How many requests to {@code /wait} came; the first waits for {@link #release}. */
  public int waiting() {
    return waiting.get();
  }

  /** The first request to {@code /wait}, which has had its effect, is answered now. */
  public void release() {
    released.countDown();
  }

  /** How often somebody asked what became of a key. */
  public int questions() {
    return questions.get();
  }

  /** The requests so far that wanted an effect. */
  public List<Request> requests() {
    return requests;
  }

  /** The effects so far: one for each key, however often it came. */
  public List<String> effects() {
    return effects;
  }

  /** Has the effect of a request, unless its key is on record. */
  private String act(HttpExchange exchange) {
    String key = exchange.getRequestHeaders().getFirst(KEY);
    return record.computeIfAbsent(
        key,
        unseen -> {
          effects.add(key);
          return "effect " + effects.size();
        });
  }

  /** Answers; has its effect when it says so. */
  public static Behaviour status(int status, String... headers) {
    return (endpoint, exchange) -> {
      byte[] body = (status / 100 == 2 ? endpoint.act(exchange) : "no").getBytes(UTF_8);
      for (int i = 0; i < headers.length; i += 2) {
        exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
      }
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    };
  }

  /** Has its effect, and the answer gets lost. */
  public static Behaviour actAndDrop() {
    return (endpoint, exchange) -> endpoint.act(exchange);
  }

  /** Something in between delivers the request twice. */
  public static Behaviour actTwice() {
    return (endpoint, exchange) -> {
      endpoint.act(exchange);
      status(200).answer(endpoint, exchange);
    };
  }

  /** Has its effect, and never answers. */
  public static Behaviour actAndStall() {
    return (endpoint, exchange) -> {
      endpoint.act(exchange);
      endpoint.waitForTheEnd();
    };
  }

  /** Has its effect and says so, but stops in the middle of the body. */
  public static Behaviour stopInTheBody(boolean drop) {
    return (endpoint, exchange) -> {
      endpoint.act(exchange);
      exchange.sendResponseHeaders(201, 1000);
      exchange.getResponseBody().write("half an".getBytes(UTF_8));
      exchange.getResponseBody().flush();
      if (!drop) {
        endpoint.waitForTheEnd();
      }
    };
  }

  private void waitForTheEnd() {
    waitFor(closing);
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closing.countDown();
    released.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
