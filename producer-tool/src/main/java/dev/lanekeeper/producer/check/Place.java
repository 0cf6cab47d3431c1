package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.record.Position;

/**
 * Where a record stands. Immutable.
 *
 * @param file which one, from 0
 * @param order whose it is
 * @param sequence its place there
 */
record Place(int file, Position position, OrderCheck order, long sequence) {}
