package dev.lanekeeper.localbroker;

import java.util.List;

/**
 * A consumer group as flags and commands name it: {@code NAME[:orderly|concurrent[:RETRIES]]},
 * orderly unless said otherwise.
 *
 * @param retries retryMaxTimes. Far above what a worker may ever need, unless said otherwise: past
 *     it the proxy dead-letters, in silence and out of order
 */
record GroupSpec(String name, boolean orderly, int retries) {
  private static final int RETRIES = 10_000;

  GroupSpec {
    Names.check("group", name);
  }

  static GroupSpec parse(String text) {
    List<String> parts = List.of(text.split(":", -1));
    if (parts.size() > 3) {
      throw new IllegalArgumentException(
          "group \"%s\": write NAME[:orderly|concurrent[:RETRIES]]".formatted(text));
    }
    return new GroupSpec(
        parts.get(0),
        parts.size() == 1 || orderly(parts.get(1)),
        parts.size() < 3 ? RETRIES : retries(parts.get(2)));
  }

  private static boolean orderly(String text) {
    return switch (text) {
      case "orderly" -> true;
      case "concurrent" -> false;
      default ->
          throw new IllegalArgumentException(
              "group kind \"%s\": write orderly or concurrent".formatted(text));
    };
  }

  private static int retries(String text) {
    if (!text.matches("-?\\d{1,6}")) {
      throw new IllegalArgumentException("retries \"%s\": write a whole number".formatted(text));
    }
    return Integer.parseInt(text);
  }

  @Override
  public String toString() {
    return "%s orderly=%s".formatted(name, orderly);
  }
}
