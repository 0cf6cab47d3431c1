package dev.lanekeeper.worker.testing;

import static java.util.Objects.requireNonNull;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.api.EnvironmentException;
import dev.lanekeeper.api.IdempotencyKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.Reconciliation;
import dev.lanekeeper.program.Program;
import dev.lanekeeper.worker.cli.WorkerCommand;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * The packaged worker with a handler that calls an {@link Endpoint}, waits for its answer however
 * long it takes, and can ask it what became of a key. Its address and how long its call takes, as
 * it says, are system properties.
 */
public final class AskingWorker {
  static final String ENDPOINT = "asking.endpoint";
  static final String LONGEST_CALL = "asking.longest-call";

  private AskingWorker() {}

  public static void main(String[] arguments) {
    Asking handler =
        new Asking(
            HttpClient.newHttpClient(),
            URI.create(requireNonNull(System.getProperty(ENDPOINT))),
            Duration.parse(requireNonNull(System.getProperty(LONGEST_CALL))));
    System.exit(Program.ofThisProcess().run(WorkerCommand.line(handler), arguments));
  }

  private record Asking(HttpClient client, URI endpoint, Duration longestCall)
      implements EffectHandler {

    @Override
    public Optional<String> call(Message message, IdempotencyKey key) throws Exception {
      HttpResponse<String> answer =
          send(
              request(key)
                  .header("ce-partitionkey", message.messageGroup())
                  .header("ce-sequence", message.dedupKey().id())
                  .POST(HttpRequest.BodyPublishers.ofByteArray(message.body())));
      return Optional.of(answer.body());
    }

    @Override
    public Reconciliation reconcile(Message message, IdempotencyKey key) throws Exception {
      HttpResponse<String> answer = send(request(key).GET());
      return switch (answer.statusCode()) {
        case 200 -> Reconciliation.happened(Optional.of(answer.body()));
        case 404 -> Reconciliation.didNotHappen();
        default -> throw new EnvironmentException("answered " + answer.statusCode());
      };
    }

    @Override
    public Duration longestCall(Message message) {
      return longestCall;
    }

    private HttpRequest.Builder request(IdempotencyKey key) {
      return HttpRequest.newBuilder(endpoint).header("Idempotency-Key", key.quoted());
    }

    private HttpResponse<String> send(HttpRequest.Builder request)
        throws IOException, InterruptedException {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
  }
}
