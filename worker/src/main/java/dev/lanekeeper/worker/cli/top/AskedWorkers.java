package dev.lanekeeper.worker.cli.top;

import dev.lanekeeper.worker.observe.HeadOfLine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Asks workers over HTTP for the heads of their lines. Thread-safe. */
final class AskedWorkers {
  private static final String PATH = "/api/groups/slowest";
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final List<String> urls;

  /**
   * @param urls of the workers' ports, such as {@code http://127.0.0.1:9464}
   */
  AskedWorkers(List<String> urls) {
    this.urls = urls.stream().map(url -> url.replaceFirst("/+$", "")).toList();
  }

  /** A head, and the worker that told of it. */
  record Told(String worker, HeadOfLine.Head head) {}

  /** What they said, the longest wait first, and which of them said nothing, with the reason. */
  record Answers(List<Told> heads, List<String> failures) {}

  /** Asks each of them once. A group that is held is told by each, and stands here once. */
  Answers ask() throws InterruptedException {
    List<Told> heads = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    Set<String> held = new HashSet<>();
    for (String url : urls) {
      try {
        for (HeadOfLine.Head head : HeadOfLine.read(get(url)).heads()) {
          if (head.isAtWork() || held.add(head.topic() + "\n" + head.messageGroup())) {
            heads.add(new Told(url, head));
          }
        }
      } catch (IOException | RuntimeException failure) {
        failures.add(url + " does not answer: " + failure);
      }
    }
    heads.sort(Comparator.comparing((Told told) -> told.head().waited()).reversed());
    return new Answers(heads, failures);
  }

  private String get(String url) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + PATH)).timeout(PATIENCE).build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("status " + answer.statusCode());
    }
    return answer.body();
  }
}
