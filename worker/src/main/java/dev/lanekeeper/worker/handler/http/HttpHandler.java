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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

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
   * @param targets which addresses may be called
   * @param nanoTime a monotonic clock, in nanoseconds
   * @param wallClock what those who are called compare their own with
   * @throws dev.lanekeeper.program.ProgramException when the endpoint may not be called
   */
  HttpHandler(
      HttpSettings settings, Targets targets, LongSupplier nanoTime, Supplier<Instant> wallClock) {
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.wallClock = wallClock;
    this.requests = new EventRequest(settings.signature(), wallClock);
    this.targets = targets;
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
      Duration left = Duration.ofNanos(end - nanoTime.getAsLong());
      if (left.isNegative() || left.isZero()) {
        throw late(redirects);
      }
      Answer answer = send(target, requests.of(target, message, key), left);
      if (!answer.isRedirect()) {
        return answer.result();
      }
      if (redirects == MOST_REDIRECTS) {
        throw new TryAgainException(answer + ", after " + redirects + " redirects", null, null);
      }
      target = answer.redirectedTo();
    }
  }

  /** Nothing was sent where it would have been late: looking a name up has no time-out. */
  private TryAgainException late(int redirects) {
    String host = settings.url().getHost();
    Duration limit = settings.responseTimeout();
    return redirects == 0
        ? new EnvironmentException(host + " was not looked up within " + limit)
        : new TryAgainException(host + " did redirect for longer than " + limit, null, null);
  }

  private Answer send(URI target, HttpRequest.Builder request, Duration left)
      throws InterruptedException {
    String host = settings.url().getHost();
    AtomicReference<@Nullable Supplier<Answer>> begun = new AtomicReference<>();
    HttpResponse.BodyHandler<Body> reader =
        head -> {
          LimitedBody body = new LimitedBody(settings.resultLimit(), settings.responseTimeout());
          begun.set(
              () -> new Answer(target, head.statusCode(), head.headers(), body.soFar(), wallClock));
          return body;
        };
    try {
      HttpResponse<Body> whole = client.send(request.timeout(left).build(), reader);
      return new Answer(target, whole.statusCode(), whole.headers(), whole.body(), wallClock);
    } catch (HttpConnectTimeoutException | ConnectException | SSLHandshakeException unreachable) {
      throw new EnvironmentException(host + " cannot be reached: " + unreachable, unreachable);
    } catch (IOException broken) {
      Supplier<Answer> answer = begun.get();
      if (answer != null) {
        return answer.get(); // It has been said; from JDK 25 on, a body that breaks off ends here.
      }
      String how =
          broken instanceof HttpTimeoutException
              ? " did not answer within " + settings.responseTimeout()
              : " did not answer: " + broken;
      throw new UnknownOutcomeException(host + how, null, broken);
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
