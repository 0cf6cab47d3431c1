package dev.lanekeeper.benchmark.report;

import java.util.List;
import java.util.Locale;

/**
 * Several measurements of one thing. Immutable.
 *
 * @param median the one in the middle; of an even number the mean of the two there
 * @param least the lowest
 * @param most the highest
 */
record Spread(double median, double least, double most) {

  /** Of at least one value. */
  static Spread of(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    double median =
        sorted.size() % 2 == 1
            ? sorted.get(middle)
            : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
  }

  /** For people; only the value where there is but one. */
  String text(String format) {
    return least == most
        ? String.format(Locale.ROOT, format, median)
        : String.format(
            Locale.ROOT, format + " (" + format + " to " + format + ")", median, least, most);
  }
}
