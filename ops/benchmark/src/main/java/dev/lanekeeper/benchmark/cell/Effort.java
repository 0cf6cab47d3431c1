package dev.lanekeeper.benchmark.cell;

import java.time.Duration;
import java.util.List;

/**
 * How much is measured. Immutable.
 *
 * @param warmUp messages of the backlog that come first and are not measured: the JVM compiles
 * @param messages that come after them
 * @param groups that they are spread over
 * @param repetitions of everything
 * @param concurrency messages in work at once, where the consumer has a choice
 * @param queues of the topic
 * @param rate messages a second while latency is measured
 * @param steadySeconds how long it is
 * @param heap the largest heap of a consumer, as -Xmx takes it
 * @param workerOptions more options for Lanekeeper
 */
public record Effort(
    int warmUp,
    int messages,
    int groups,
    int repetitions,
    int concurrency,
    int queues,
    int rate,
    int steadySeconds,
    String heap,
    List<String> workerOptions) {

  /** All messages that are there when a consumer starts. */
  int backlog() {
    return warmUp + messages;
  }

  int steadyMessages() {
    return rate * steadySeconds;
  }

  Duration every() {
    return Duration.ofSeconds(1).dividedBy(rate);
  }
}
