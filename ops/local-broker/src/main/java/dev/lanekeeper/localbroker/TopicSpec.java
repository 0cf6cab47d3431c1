package dev.lanekeeper.localbroker;

import java.util.List;

/**
 * A topic as flags and commands name it: {@code NAME[:QUEUES[:normal]]}, eight queues and FIFO
 * unless said otherwise.
 *
 * @param queues number of queues, both to read and to write
 */
record TopicSpec(String name, int queues, TopicType type) {
  static final int DEFAULT_QUEUES = 8;
  private static final int MOST_QUEUES = 1024;

  TopicSpec {
    Names.check("topic", name);
    if (queues < 1 || queues > MOST_QUEUES) {
      throw new IllegalArgumentException(
          "topic %s: from 1 to %d queues".formatted(name, MOST_QUEUES));
    }
  }

  static TopicSpec parse(String text) {
    List<String> parts = List.of(text.split(":", -1));
    if (parts.size() > 3) {
      throw new IllegalArgumentException(
          "topic \"%s\": write NAME[:QUEUES[:normal]]".formatted(text));
    }
    return new TopicSpec(
        parts.get(0),
        parts.size() > 1 ? queues(parts.get(1)) : DEFAULT_QUEUES,
        parts.size() > 2 ? type(parts.get(2)) : TopicType.FIFO);
  }

  static int queues(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("queues \"%s\": write a whole number".formatted(text), e);
    }
  }

  private static TopicType type(String text) {
    return switch (text) {
      case "fifo" -> TopicType.FIFO;
      case "normal" -> TopicType.NORMAL;
      default ->
          throw new IllegalArgumentException(
              "topic type \"%s\": write fifo or normal".formatted(text));
    };
  }

  @Override
  public String toString() {
    return "%s queues=%d type=%s".formatted(name, queues, type);
  }
}
