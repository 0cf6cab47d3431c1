package dev.lanekeeper.worker.lane;

import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.trace.DeliveryTrace;
import java.util.function.BooleanSupplier;

/**
 * A message that the broker has delivered.
 *
 * @param isOurs whether the broker still keeps the message for us; asked before each pass, and
 *     again before its handler runs
 * @param trace what is done with it belongs to
 */
public record Delivered(RawMessage raw, BooleanSupplier isOurs, DeliveryTrace trace) {

  /** A message that is not traced. */
  public Delivered(RawMessage raw, BooleanSupplier isOurs) {
    this(raw, isOurs, DeliveryTrace.NONE);
  }
}
