package dev.lanekeeper.localbroker;

import java.util.List;

/**
 * A consumer group as flags and commands name it: {@code NAME[:orderly|concurrent]}, orderly unless
 * said otherwise.
 */
record GroupSpec(String name, boolean orderly) {
  GroupSpec {
    Names.check("group", name);
  }

  static GroupSpec parse(String text) {
    List<String> parts = List.of(text.split(":", -1));
    if (parts.size() > 2) {
      throw new IllegalArgumentException(
          "group \"%s\": write NAME[:orderly|concurrent]".formatted(text));
    }
    return new GroupSpec(parts.get(0), parts.size() == 1 || orderly(parts.get(1)));
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

  @Override
  public String toString() {
    return "%s orderly=%s".formatted(name, orderly);
  }
}
