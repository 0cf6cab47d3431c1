package dev.lanekeeper.localbroker;

import java.util.regex.Pattern;

/**
 * RocketMQ's rule for the names of topics and consumer groups, without the % of its own internal
 * ones.
 */
final class Names {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]{1,120}");

  private Names() {}

  static String check(String kind, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "%s \"%s\": a name has 1 to 120 letters, digits, - and _".formatted(kind, name));
    }
    return name;
  }
}
