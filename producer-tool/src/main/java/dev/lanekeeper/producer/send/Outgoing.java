package dev.lanekeeper.producer.send;

import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.record.Position;

/**
 * A message on its way. Immutable.
 *
 * @param number of its record among all records of all files, from 0
 */
public record Outgoing(long number, Position position, LedgerMessage message) {}
