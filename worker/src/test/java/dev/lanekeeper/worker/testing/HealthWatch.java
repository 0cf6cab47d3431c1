package dev.lanekeeper.worker.testing;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a worker over and over whether it is alive and ready, and keeps the changes. */
public final class HealthWatch implements AutoCloseable {
  private static final Pattern URL = Pattern.compile("metrics at (http://\\S+)/metrics");
  private static final Duration BOUND = Duration.ofSeconds(10);

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(BOUND).build();
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final List<Boolean> readiness = new ArrayList<>();
  private final List<Boolean> liveness = new ArrayList<>();
  private final String url;

  private HealthWatch(String url) {
    this.url = url;
    look();
    clock.scheduleWithFixedDelay(this::look, 50, 50, TimeUnit.MILLISECONDS);
  }

  /** Watches a worker that tells its port, once it receives. */
  public static HealthWatch of(JavaProcess worker) {
    await()
        .atMost(Duration.ofMinutes(2)) // Several JVMs may start at once.
        .until(() -> URL.matcher(log(worker)).find() || !worker.isAlive());
    Matcher matcher = URL.matcher(log(worker));
    if (!matcher.find()) {
      throw new IllegalStateException(worker.stderr());
    }
    return new HealthWatch(matcher.group(1));
  }

  /** JSON may have its slashes escaped. */
  private static String log(JavaProcess worker) {
    return worker.stderr().replace("\\/", "/");
  }

  private void look() {
    note(liveness, status("/livez"));
    note(readiness, status("/readyz"));
  }

  private boolean status(String path) {
    try {
      return get(path).statusCode() == 200;
    } catch (IllegalStateException noAnswer) {
      return false;
    }
  }

  private synchronized void note(List<Boolean> changes, boolean state) {
    if (changes.isEmpty() || changes.get(changes.size() - 1) != state) {
      changes.add(state);
    }
  }

  /** Where the worker answers. */
  public String url() {
    return url;
  }

  /** Each state of readiness, in order. */
  public synchronized List<Boolean> readiness() {
    return List.copyOf(readiness);
  }

  /** Each state of liveness, in order. */
  public synchronized List<Boolean> liveness() {
    return List.copyOf(liveness);
  }

  public synchronized boolean isReady() {
    return readiness.get(readiness.size() - 1);
  }

  public synchronized boolean isAlive() {
    return liveness.get(liveness.size() - 1);
  }

  /** The sum of the metrics whose line starts so. */
  public double metric(String start) {
    HttpResponse<String> answer = get("/metrics");
    if (answer.statusCode() != 200) {
      throw new IllegalStateException("metrics: " + answer.statusCode() + " " + answer.body());
    }
    return answer
        .body()
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private HttpResponse<String> get(String path) {
    try {
      return client.send(
          HttpRequest.newBuilder(URI.create(url + path)).timeout(BOUND).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException failure) {
      throw new IllegalStateException(failure);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
