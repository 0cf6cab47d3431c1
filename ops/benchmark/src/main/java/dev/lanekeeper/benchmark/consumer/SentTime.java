package dev.lanekeeper.benchmark.consumer;

import java.util.Map;

/** The message property that says when a message was about to be sent. Stateless. */
public final class SentTime {
  /** In microseconds of the epoch. */
  public static final String PROPERTY = "benchmark-sent-micros";

  private SentTime() {}

  /** When the message with these properties was about to be sent, in microseconds of the epoch. */
  static long of(Map<String, String> properties) {
    String text = properties.get(PROPERTY);
    if (text == null) {
      throw new IllegalArgumentException("a message without " + PROPERTY);
    }
    return Long.parseLong(text);
  }
}
