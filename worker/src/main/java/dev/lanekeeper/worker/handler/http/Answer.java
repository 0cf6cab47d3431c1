package dev.lanekeeper.worker.handler.http;

import dev.lanekeeper.api.EnvironmentException;
import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.api.TryAgainException;
import dev.lanekeeper.api.UnknownOutcomeException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** What an endpoint answered, and what that means for the message (RFC 9110). Immutable. */
final class Answer {
  private static final int SHOWN = 500;

  private final URI target;
  private final int status;
  private final HttpHeaders headers;
  private final Body body;
  private final Supplier<Instant> wallClock;

  Answer(URI target, int status, HttpHeaders headers, Body body, Supplier<Instant> wallClock) {
    this.target = target;
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.wallClock = wallClock;
  }

  /** Whether it asks for the same request elsewhere. */
  boolean isRedirect() {
    return status == 307 || status == 308;
  }

  /**
   * Where it is to be sent instead.
   *
   * @throws TryAgainException when that is another host: messages go where they were told to
   */
  URI redirectedTo() {
    URI other;
    String location = headers.firstValue("Location").map(String::strip).orElse("");
    if (location.isEmpty()) { // It would resolve to the folder of the target.
      throw new TryAgainException(this + ", which redirects nowhere", null, null);
    }
    try {
      other = target.resolve(location);
    } catch (IllegalArgumentException malformed) {
      throw new TryAgainException(this + ", which redirects nowhere", null, malformed);
    }
    boolean sameHost =
        target.getScheme().equals(other.getScheme())
            && target.getHost().equalsIgnoreCase(other.getHost())
            && target.getPort() == other.getPort();
    if (!sameHost) {
      throw new TryAgainException(
          "%s, which redirects to %s: only the host of --http-url is called"
              .formatted(this, other.getHost()),
          null,
          null);
    }
    return other;
  }

  /**
   * What is kept of an answer that says that it happened.
   *
   * @throws RejectedMessageException when it can never happen
   * @throws EnvironmentException when the endpoint is busy or unwell: it did nothing, unless an
   *     {@link UnknownOutcomeException} as the cause says that nobody knows
   * @throws UnknownOutcomeException when the endpoint failed on the way, or what stands before it
   *     has lost its answer, or it sends elsewhere for one: it may have done it or not
   * @throws TryAgainException when it says that it did nothing, for another reason
   */
  Optional<String> result() {
    if (status / 100 == 2) {
      return Optional.of(body.text()).filter(text -> !text.isEmpty());
    }
    Duration delay = RetryAfter.of(headers, wallClock).orElse(null);
    if (status == 429 || status == 503 && delay != null) {
      throw new EnvironmentException(toString(), delay, null);
    }
    UnknownOutcomeException mayHaveActed = new UnknownOutcomeException(toString(), delay, null);
    if (status == 503) {
      throw new EnvironmentException(toString(), delay, mayHaveActed);
    }
    if (status == 408 || status == 425) {
      throw new TryAgainException(toString(), delay, null);
    }
    if (status / 100 == 4) {
      throw new RejectedMessageException(toString());
    }
    throw mayHaveActed;
  }

  /** For people; without the query of the URL, which may hold a secret. */
  @Override
  public String toString() {
    String text = body.text().strip();
    String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
    return "%s://%s%s answered %d%s"
        .formatted(
            target.getScheme(),
            target.getAuthority(),
            target.getPath(),
            status,
            shown.isEmpty() ? "" : ": " + shown);
  }
}
