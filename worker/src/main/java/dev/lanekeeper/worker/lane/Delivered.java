package dev.lanekeeper.worker.lane;

import dev.lanekeeper.worker.message.RawMessage;
import java.util.function.BooleanSupplier;

/**
 * A message that the broker has delivered.
 *
 * @param isOurs whether the broker still keeps the message for us; asked before each pass, and
 *     again before its handler runs
 */
public record Delivered(RawMessage raw, BooleanSupplier isOurs) {}
