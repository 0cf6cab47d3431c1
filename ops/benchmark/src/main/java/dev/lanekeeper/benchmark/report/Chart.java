package dev.lanekeeper.benchmark.report;

import dev.lanekeeper.benchmark.cell.Measurement;
import dev.lanekeeper.benchmark.cell.Series;
import dev.lanekeeper.benchmark.cell.Variant;
import java.util.List;
import java.util.Locale;

/**
 * Throughput as bars, a block for each cell, with a line from the least to the most of the
 * repetitions, as SVG. Stateless.
 */
public final class Chart {
  private static final int WIDTH = 860;
  private static final int LEFT = 260;
  private static final int RIGHT = 90;
  private static final int BAR = 14;
  private static final int STEP = 20;
  private static final int TITLE = 34;

  private Chart() {}

  /** The whole file. */
  public static String of(List<Series.Outcome> outcomes) {
    StringBuilder body = new StringBuilder();
    int y = 0;
    for (Series.Outcome outcome : outcomes) {
      y = block(body, outcome, y);
    }
    return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
        <title>Messages a second, while a backlog is drained</title>
        <rect width="100%%" height="100%%" fill="#ffffff"/>
        %s</svg>
        """
        .formatted(WIDTH, y + STEP, body);
  }

  /** Returns where the next one begins. */
  private static int block(StringBuilder body, Series.Outcome outcome, int top) {
    double most =
        outcome.runs().keySet().stream()
            .mapToDouble(variant -> throughput(outcome, variant).most())
            .max()
            .orElse(1);
    text(body, 10, top + 22, "start", outcome.cell() + ": messages a second");
    int y = top + TITLE;
    for (Variant variant : outcome.runs().keySet()) {
      bar(body, variant, throughput(outcome, variant), most, y);
      y += STEP;
    }
    return y;
  }

  private static Spread throughput(Series.Outcome outcome, Variant variant) {
    return new Figures(outcome, variant).of(Measurement::perSecond);
  }

  private static void bar(StringBuilder body, Variant variant, Spread spread, double most, int y) {
    double scale = (WIDTH - LEFT - RIGHT) / most;
    int middle = y + BAR / 2;
    String letter = variant.name().toLowerCase(Locale.ROOT);
    text(body, LEFT - 8, middle + 4, "end", "(" + letter + ") " + variant.label());
    body.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
            LEFT,
            y,
            spread.median() * scale,
            BAR,
            color(variant)));
    body.append(
        String.format(
            Locale.ROOT,
            "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#000000\"/>\n",
            LEFT + spread.least() * scale,
            middle,
            LEFT + spread.most() * scale,
            middle));
    int behind = LEFT + (int) (spread.most() * scale) + 6;
    text(body, behind, middle + 4, "start", String.format(Locale.ROOT, "%,.0f", spread.median()));
  }

  private static void text(StringBuilder body, int x, int y, String anchor, String text) {
    body.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>\n".formatted(x, y, anchor, text));
  }

  private static String color(Variant variant) {
    return switch (variant) {
      case A -> "#9aa0a6";
      case B -> "#7b9ec9";
      case C -> "#c9a27b";
      case D -> "#1a7f5a";
      case E -> "#34a37a";
      case F -> "#1b7837";
      case G -> "#762a83";
    };
  }
}
