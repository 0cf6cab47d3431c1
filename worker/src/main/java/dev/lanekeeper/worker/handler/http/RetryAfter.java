package dev.lanekeeper.worker.handler.http;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Supplier;

/** When an endpoint wants to be asked again (RFC 9110, section 10.2.3). */
final class RetryAfter {
  private RetryAfter() {}

  /** Seconds, or a date; empty when there is neither. */
  static Optional<Duration> of(HttpHeaders headers, Supplier<Instant> wallClock) {
    return headers
        .firstValue("Retry-After")
        .map(String::strip)
        .flatMap(text -> of(text, wallClock));
  }

  private static Optional<Duration> of(String text, Supplier<Instant> wallClock) {
    if (text.matches("[0-9]{1,9}")) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    }
    try {
      Instant date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration left = Duration.between(wallClock.get(), date);
      return Optional.of(left.isNegative() ? Duration.ZERO : left);
    } catch (DateTimeException neither) {
      return Optional.empty();
    }
  }
}
