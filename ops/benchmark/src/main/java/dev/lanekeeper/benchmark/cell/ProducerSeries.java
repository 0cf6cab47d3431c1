package dev.lanekeeper.benchmark.cell;

import dev.lanekeeper.benchmark.machine.Conditions;
import dev.lanekeeper.benchmark.machine.ToolRun;
import dev.lanekeeper.benchmark.machine.Watch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.client.apis.ClientException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The producer tool beside itself: one message at a time and 64 at a time, and how fast it reads.
 * For one thread.
 *
 * @param producerJar producer-tool.jar
 * @param effort how many messages are sent, of how many groups, and how often
 * @param progress where a line for each repetition goes
 */
public record ProducerSeries(
    Path brokerJar, Path producerJar, Effort effort, PrintWriter progress) {
  private static final int IN_FLIGHT = 64;
  private static final int READ = 1_000_000;

  /**
   * One repetition.
   *
   * @param serial messages a second, one at a time, by the tool's own summary
   * @param inFlight the same with 64 at a time
   * @param read records a second, read and checked, the start of the JVM included
   */
  public record Run(double serial, double inFlight, double read) {}

  /** What came of all. */
  public record Outcome(Effort effort, Conditions conditions, List<Run> runs) {}

  /** Measures it. */
  public Outcome run() throws IOException, ClientException, InterruptedException {
    List<Run> runs = new ArrayList<>();
    try (Lab lab = Lab.start(brokerJar, false)) {
      Watch watch = lab.watch();
      Path toSend = generate(lab, "sent.csv", effort.messages());
      Path toRead = generate(lab, "read.csv", READ);
      for (int repetition = 1; repetition <= effort.repetitions(); repetition++) {
        Run run = run(lab, toSend, toRead, repetition % 2 == 0);
        runs.add(run);
        progress.printf(
            "producer, repetition %d of %d: %s%n", repetition, effort.repetitions(), run);
        progress.flush();
      }
      return new Outcome(effort, watch.conditions(), runs);
    }
  }

  /** Neither always comes first. */
  private Run run(Lab lab, Path toSend, Path toRead, boolean serialLast)
      throws IOException, InterruptedException {
    double first = send(lab, toSend, serialLast ? IN_FLIGHT : 1);
    double second = send(lab, toSend, serialLast ? 1 : IN_FLIGHT);
    double read = read(lab, toRead);
    return serialLast ? new Run(second, first, read) : new Run(first, second, read);
  }

  private Path generate(Lab lab, String name, int operations)
      throws IOException, InterruptedException {
    Path file = lab.file(name);
    tool(
        lab,
        List.of(
            "generate",
            "--orders",
            Integer.toString(effort.groups()),
            "--operations",
            Integer.toString(operations),
            "--seed",
            "1",
            "--out",
            file.toString()));
    return file;
  }

  private double send(Lab lab, Path file, int inFlight) throws IOException, InterruptedException {
    String topic = lab.nextName();
    lab.create(topic, effort.queues());
    List<String> arguments =
        List.of(
            "replay",
            file.toString(),
            "--endpoints",
            lab.endpoints(),
            "--topic",
            topic,
            "--in-flight",
            Integer.toString(inFlight),
            "--output",
            "json");
    return JsonMapper.shared()
        .readTree(tool(lab, arguments).output())
        .path("per_second")
        .asDouble();
  }

  private double read(Lab lab, Path file) throws IOException, InterruptedException {
    return READ / tool(lab, List.of("validate", file.toString())).seconds();
  }

  private ToolRun tool(Lab lab, List<String> arguments) throws IOException, InterruptedException {
    return ToolRun.of(producerJar, Files.createDirectories(lab.file("tool")), arguments);
  }
}
