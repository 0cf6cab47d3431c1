package dev.lanekeeper.producer.generate;

/**
 * How much of a made-up ledger goes wrong, as it does in life; each a share of the records, from 0
 * to 1. Immutable.
 *
 * @param duplicates are written once more, up to 100 records later
 * @param reorder are written behind the next record of their order
 * @param bad have a value that is refused
 */
public record Disturbance(double duplicates, double reorder, double bad) {
  /** Nothing goes wrong. */
  public static final Disturbance NONE = new Disturbance(0, 0, 0);
}
