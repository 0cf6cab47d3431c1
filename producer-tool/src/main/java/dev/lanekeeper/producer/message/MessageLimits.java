package dev.lanekeeper.producer.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.Optional;

/**
 * What RocketMQ 5 takes, so that a message it would refuse, or change, is known before it is sent:
 * the proxy's defaults of version 5.5.0, and what the client checks (rocketmq-client-java 5.2.0).
 * Stateless.
 */
public final class MessageLimits {

  /** Of a message group, in UTF-8. */
  public static final int GROUP_BYTES = 63;

  /** Of a body, unless the server says otherwise. */
  public static final int BODY_BYTES = 4 * 1024 * 1024;

  static final int PROPERTIES = 128;

  /** Of names and values of all properties, tag and key together, in UTF-8. */
  static final int PROPERTIES_BYTES = 16 * 1024;

  private MessageLimits() {}

  /**
   * The first thing that is wrong with a message, and what to write instead.
   *
   * @param bodyBytes how long a body may be
   */
  public static Optional<String> problem(LedgerMessage message, int bodyBytes) {
    return group(message.messageGroup())
        .or(() -> tag(message.tag()))
        .or(() -> key(message.key()))
        .or(() -> properties(message))
        .or(() -> body(message.body().length, bodyBytes));
  }

  private static Optional<String> group(String group) {
    int bytes = bytes(group);
    if (group.isBlank()) {
      return Optional.of("message group: blank; it has visible characters");
    }
    if (bytes > GROUP_BYTES) {
      return Optional.of(
          "message group: %d bytes in UTF-8; at most %d".formatted(bytes, GROUP_BYTES));
    }
    return control("message group", group);
  }

  private static Optional<String> tag(String tag) {
    if (tag.isEmpty()) {
      return Optional.empty();
    }
    if (tag.isBlank() || tag.indexOf('|') >= 0) {
      return Optional.of("tag: blank, or with |, which separates tags in a filter; leave it out");
    }
    return control("tag", tag);
  }

  /** Keys are joined by spaces, so one with a space would come back as two. */
  private static Optional<String> key(String key) {
    if (key.isBlank() || key.indexOf(' ') >= 0) {
      return Optional.of("key: blank, or with a space, which separates keys; percent-encode it");
    }
    return control("key", key);
  }

  private static Optional<String> properties(LedgerMessage message) {
    int bytes = bytes(message.tag()) + bytes(message.key());
    for (Map.Entry<String, String> property : message.properties().entrySet()) {
      String name = "property " + property.getKey();
      if (property.getValue().isBlank()) {
        return Optional.of(name + ": blank; leave it out");
      }
      Optional<String> control = control(name, property.getValue());
      if (control.isPresent()) {
        return control;
      }
      bytes += bytes(property.getKey()) + bytes(property.getValue());
    }
    if (message.properties().size() > PROPERTIES) {
      return Optional.of(
          "%d properties; at most %d".formatted(message.properties().size(), PROPERTIES));
    }
    return bytes > PROPERTIES_BYTES
        ? Optional.of(
            "properties, tag and key have %d bytes; at most %d".formatted(bytes, PROPERTIES_BYTES))
        : Optional.empty();
  }

  private static Optional<String> body(int bytes, int most) {
    if (bytes == 0) {
      return Optional.of("body: empty; RocketMQ takes no empty one");
    }
    return bytes > most
        ? Optional.of("body: %d bytes; the broker takes at most %d".formatted(bytes, most))
        : Optional.empty();
  }

  private static Optional<String> control(String name, String value) {
    return value.codePoints().anyMatch(Character::isISOControl)
        ? Optional.of(name + ": control character; leave it out")
        : Optional.empty();
  }

  private static int bytes(String text) {
    return text.getBytes(UTF_8).length;
  }
}
