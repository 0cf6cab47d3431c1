package dev.lanekeeper.worker.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** A Prometheus of the machine that scrapes one worker every second. Closing it kills it. */
public final class Prometheus implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final int port;

  private Prometheus(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Starts it, with its data in a folder. */
  public static Prometheus start(Tool program, Path folder, String worker) throws IOException {
    Path settings =
        Files.writeString(
            folder.resolve("prometheus.yml"),
            """
            scrape_configs:
              - job_name: worker
                scrape_interval: 1s
                static_configs:
                  - targets: ["%s"]
            """
                .formatted(URI.create(worker).getAuthority()));
    int port = freePort();
    Process process =
        program.start(
            folder,
            "--config.file=" + settings,
            "--storage.tsdb.path=" + folder.resolve("prometheus-data"),
            "--web.listen-address=127.0.0.1:" + port);
    return new Prometheus(process, port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** What an expression has now: a list of series, empty while it does not answer yet. */
  public JsonNode ask(String expression) {
    assertThat(process.isAlive()).isTrue();
    URI uri =
        URI.create(
            "http://127.0.0.1:"
                + port
                + "/api/v1/query?query="
                + URLEncoder.encode(expression, UTF_8));
    try {
      HttpResponse<String> answer =
          client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() == 503) {
        return JsonNodeFactory.instance.arrayNode(); // It is about to start.
      }
      assertThat(answer.statusCode()).as(expression + ": " + answer.body()).isEqualTo(200);
      return JsonMapper.shared().readTree(answer.body()).path("data").path("result");
    } catch (IOException notYet) {
      return JsonNodeFactory.instance.arrayNode();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  @Override
  public void close() {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
