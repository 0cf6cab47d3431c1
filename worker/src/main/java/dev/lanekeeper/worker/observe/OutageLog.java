package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.receive.Outage;
import java.time.Duration;
import java.util.Locale;

/** Writes one line when an outage opens, and one when it is over. Thread-safe. */
public final class OutageLog implements Outage.Listener {
  @Override
  public void began(Outage.Side side, Duration failing, Throwable cause) {
    LogEvent.OUTAGE_BEGAN
        .line()
        .addKeyValue("side", lower(side))
        .log("outage: {} ({})", what(side, failing), line(cause));
  }

  private static String what(Outage.Side side, Duration failing) {
    return switch (side) {
      case SETTLING ->
          "for %s nothing could be settled; receiving pauses, messages go back, no attempt is counted"
              .formatted(failing);
      case RECEIVING ->
          "for %s nothing could be received; trying on, with growing pauses".formatted(failing);
    };
  }

  @Override
  public void ended(Outage.Side side, Duration length) {
    LogEvent.OUTAGE_ENDED
        .line()
        .addKeyValue("side", lower(side))
        .addKeyValue("seconds", length.toSeconds())
        .log(
            switch (side) {
              case SETTLING -> "outage over after {}: messages can be settled";
              case RECEIVING -> "outage over after {}: receiving works";
            },
            length);
  }

  private static String lower(Outage.Side side) {
    return side.name().toLowerCase(Locale.ROOT);
  }

  private static String line(Throwable cause) {
    return cause.toString().lines().findFirst().orElse("");
  }
}
