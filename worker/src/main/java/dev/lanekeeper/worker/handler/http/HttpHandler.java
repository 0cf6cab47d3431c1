package dev.lanekeeper.worker.handler.http;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.api.EnvironmentException;
import dev.lanekeeper.api.IdempotencyKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.TryAgainException;
import dev.lanekeeper.api.UnknownOutcomeException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLHandshakeException;

/**
 * Posts each message to an endpoint, which tells repeats by the {@code Idempotency-Key}: an answer
 * that got lost is asked for again with the same key. What an answer means stands in {@link
 * Answer}. Thread-safe.
 */
public final class HttpHandler implements EffectHandler {
  private static final int MOST_REDIRECTS = 3;

  private final HttpSettings settings;
  private final LongSupplier nanoTime;
  private final Supplier<Instant> wallClock;
  private final EventRequest requests;
  private final Targets targets;
  private final HttpClient client;

  /**
   * @param nanoTime a monotonic clock, in nanoseconds
   * @param wallClock what those who are called compare their own with
   * @throws dev.lanekeeper.program.ProgramException when the endpoint may not be called
   */
  HttpHandler(HttpSettings settings, LongSupplier nanoTime, Supplier<Instant> wallClock) {
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.wallClock = wallClock;
    this.requests = new EventRequest(settings.signature(), wallClock);
    this.targets = new Targets(settings.allowPrivate());
    targets.requireAllowedAtStart(settings.url());
    // No proxy: the address that is checked is the one that is called.
    this.client =
        HttpClient.newBuilder()
            .connectTimeout(settings.connectTimeout())
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
  }

  @Override
  public Optional<String> call(Message message, IdempotencyKey key) throws InterruptedException {
    long end = nanoTime.getAsLong() + settings.responseTimeout().toNanos();
    URI target = settings.url();
    for (int redirects = 0; ; redirects++) {
      targets.requireAllowed(target);
      Duration left = Duration.ofNanos(Math.max(1, end - nanoTime.getAsLong()));
      HttpResponse<Body> response = send(requests.of(target, message, key), left);
      Answer answer = new Answer(target, response, wallClock);
      if (!answer.isRedirect()) {
        return answer.result();
      }
      if (redirects == MOST_REDIRECTS) {
        throw new TryAgainException(answer + ", after " + redirects + " redirects", null, null);
      }
      target = answer.redirectedTo();
    }
  }

  private HttpResponse<Body> send(HttpRequest.Builder request, Duration left)
      throws InterruptedException {
    String host = settings.url().getHost();
    try {
      return client.send(
          request.timeout(left).build(),
          response -> new LimitedBody(settings.resultLimit(), settings.responseTimeout()));
    } catch (HttpConnectTimeoutException | ConnectException | SSLHandshakeException unreachable) {
      throw new EnvironmentException(host + " cannot be reached: " + unreachable, unreachable);
    } catch (HttpTimeoutException silent) {
      throw new UnknownOutcomeException(
          "%s did not answer within %s".formatted(host, settings.responseTimeout()), null, silent);
    } catch (IOException broken) {
      throw new UnknownOutcomeException(
          "%s did not answer: %s".formatted(host, broken), null, broken);
    }
  }

  /** With the body, which may follow its headers for as long again. */
  @Override
  public Duration longestCall(Message message) {
    return settings.responseTimeout().multipliedBy(2);
  }

  /** By the contract of {@code Idempotency-Key}. */
  @Override
  public boolean isIdempotent() {
    return true;
  }
}
