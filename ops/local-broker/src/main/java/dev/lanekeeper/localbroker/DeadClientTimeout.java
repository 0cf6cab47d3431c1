package dev.lanekeeper.localbroker;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a client may be silent before broker and proxy take it for dead, and the proxy gives
 * back the messages that a push client had. Written {@code 30s} or {@code 2m}.
 */
record DeadClientTimeout(Duration duration) {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,6})(s|m)");

  /** A client lives that has sent one of its last two heartbeats, of which it sends one in 10 s. */
  private static final Duration LEAST = Duration.ofSeconds(20);

  DeadClientTimeout {
    if (duration.compareTo(LEAST) < 0) {
      throw new IllegalArgumentException(
          "dead client timeout %d s: write at least %d s, as clients send a heartbeat every 10 s"
              .formatted(duration.toSeconds(), LEAST.toSeconds()));
    }
  }

  static DeadClientTimeout parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "dead client timeout \"%s\": write seconds or minutes, as in 30s or 2m".formatted(text));
    }
    long number = Long.parseLong(matcher.group(1));
    return new DeadClientTimeout(
        matcher.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMinutes(number));
  }
}
