package dev.lanekeeper.benchmark;

import dev.lanekeeper.benchmark.cell.Effort;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How much is measured, as options. */
final class EffortOptions {
  private static final int LEAST_MESSAGES = 100;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--warm-up",
      defaultValue = "20000",
      description =
          "Messages that each consumer handles before it is measured: its JVM compiles for about as"
              + " many. Default: ${DEFAULT-VALUE}")
  private int warmUp;

  @Option(
      names = "--messages",
      defaultValue = "20000",
      description = "Messages that are measured. Default: ${DEFAULT-VALUE}")
  private int messages;

  @Option(
      names = "--groups",
      defaultValue = "1000",
      description = "Message groups that they are spread over. Default: ${DEFAULT-VALUE}")
  private int groups;

  @Option(
      names = "--repetitions",
      defaultValue = "3",
      description = "Measurements of each consumer in each cell. Default: ${DEFAULT-VALUE}")
  private int repetitions;

  @Option(
      names = "--concurrency",
      defaultValue = "16",
      description = "Messages in work at once, in all but the loop. Default: ${DEFAULT-VALUE}")
  private int concurrency;

  @Option(
      names = "--queues",
      defaultValue = "16",
      description = "Queues of the topic. Default: ${DEFAULT-VALUE}")
  private int queues;

  @Option(
      names = "--rate",
      defaultValue = "50",
      description = "Messages a second while latency is measured. Default: ${DEFAULT-VALUE}")
  private int rate;

  @Option(
      names = "--steady-seconds",
      defaultValue = "6",
      description = "How long it is measured. Default: ${DEFAULT-VALUE}")
  private int steadySeconds;

  @Option(
      names = "--heap",
      defaultValue = "512m",
      description = "The largest heap of each consumer. Default: ${DEFAULT-VALUE}")
  private String heap = "";

  @Option(
      names = "--worker-options",
      split = " ",
      defaultValue = "--cautious-start 0s",
      description =
          "More options for Lanekeeper, in one word: a worker that is older than --cautious-start"
              + " is measured unless said otherwise. Default: ${DEFAULT-VALUE}")
  private List<String> workerOptions = List.of();

  Effort effort() {
    return new Effort(
        warmUp,
        messages,
        groups,
        repetitions,
        concurrency,
        queues,
        rate,
        steadySeconds,
        heap,
        workerOptions);
  }

  /**
   * Checks the numbers.
   *
   * @throws ParameterException when one makes no sense, with what would
   */
  void requireSense() {
    require(warmUp >= 1, "--warm-up: give at least 1");
    require(messages >= LEAST_MESSAGES, "--messages: give at least " + LEAST_MESSAGES);
    require(groups >= 1 && groups <= messages, "--groups: give a number from 1 to --messages");
    require(repetitions >= 1, "--repetitions: give at least 1");
    require(concurrency >= 1, "--concurrency: give at least 1");
    require(queues >= 1, "--queues: give at least 1");
    require(rate >= 1, "--rate: give at least 1");
    require(steadySeconds >= 1, "--steady-seconds: give at least 1");
    require(heap.matches("[1-9][0-9]*[mg]"), "--heap: give a number and m or g, such as 512m");
  }

  private void require(boolean holds, String problem) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), problem);
    }
  }
}
