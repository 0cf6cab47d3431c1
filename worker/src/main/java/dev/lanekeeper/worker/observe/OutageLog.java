package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.receive.Outage;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one line when an outage opens, and one when it is over. Thread-safe. */
public final class OutageLog implements Outage.Listener {
  private static final Logger log = LoggerFactory.getLogger("dev.lanekeeper.events");

  @Override
  public void began(Outage.Side side, Duration failing, Throwable cause) {
    log.warn("outage: {} ({})", what(side, failing), line(cause));
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
    log.info(
        switch (side) {
          case SETTLING -> "outage over after {}: messages can be settled";
          case RECEIVING -> "outage over after {}: receiving works";
        },
        length);
  }

  private static String line(Throwable cause) {
    return cause.toString().lines().findFirst().orElse("");
  }
}
