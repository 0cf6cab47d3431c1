package dev.lanekeeper.benchmark;

import dev.lanekeeper.benchmark.cell.Cell;
import dev.lanekeeper.benchmark.cell.Effort;
import dev.lanekeeper.benchmark.cell.GrowthSeries;
import dev.lanekeeper.benchmark.cell.ProducerSeries;
import dev.lanekeeper.benchmark.cell.ScalingSeries;
import dev.lanekeeper.benchmark.cell.Series;
import dev.lanekeeper.benchmark.cell.Variant;
import dev.lanekeeper.benchmark.piece.Pieces;
import dev.lanekeeper.benchmark.report.GeneratedPart;
import dev.lanekeeper.benchmark.report.GrowthTable;
import dev.lanekeeper.benchmark.report.InboxTable;
import dev.lanekeeper.benchmark.report.MarkdownTable;
import dev.lanekeeper.benchmark.report.ProducerTable;
import dev.lanekeeper.benchmark.report.ResultFiles;
import dev.lanekeeper.benchmark.report.ScalingTable;
import dev.lanekeeper.benchmark.settle.InboxSeries;
import dev.lanekeeper.benchmark.traffic.Distribution;
import dev.lanekeeper.program.database.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: what to measure, how much of it, and where the results go. */
@Command(
    name = "ops/benchmark/run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    description = "Measures Lanekeeper beside what people write by hand, on this machine.")
final class BenchmarkCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private EffortOptions size = new EffortOptions();

  @Option(
      names = "--databases",
      split = ",",
      defaultValue = "h2,postgresql",
      description = "Some of h2, postgresql. Default: ${DEFAULT-VALUE}")
  private List<Engine> databases = List.of();

  @Option(
      names = "--pauses",
      split = ",",
      defaultValue = "0,5",
      description =
          "How long a handler takes beside its statements, in milliseconds. Default:"
              + " ${DEFAULT-VALUE}")
  private List<Integer> pauses = List.of();

  @Option(
      names = "--distributions",
      split = ",",
      defaultValue = "uniform,zipf",
      description =
          "How messages are spread over groups: some of uniform, zipf. Default: ${DEFAULT-VALUE}")
  private List<Distribution> distributions = List.of();

  @Option(
      names = "--variants",
      split = ",",
      defaultValue = "a,b,c,d,e,f,g",
      description =
          "a bare listener, b hand-written listener, c textbook loop, d Lanekeeper push, e"
              + " Lanekeeper simple, f and g the same with four messages to a transaction. Default:"
              + " ${DEFAULT-VALUE}")
  private List<Variant> variants = List.of();

  @Option(
      names = "--broker-jar",
      defaultValue = "ops/local-broker/target/local-broker.jar",
      description = "The packaged local broker. Default: ${DEFAULT-VALUE}")
  private Path brokerJar = Path.of("");

  @Option(
      names = "--out",
      defaultValue = "ops/benchmark",
      description =
          "The folder of results.json, throughput.svg and README.md. Default: ${DEFAULT-VALUE}")
  private Path out = Path.of("");

  @Option(
      names = "--producer-jar",
      defaultValue = "producer-tool/target/producer-tool.jar",
      description = "The packaged producer tool. Default: ${DEFAULT-VALUE}")
  private Path producerJar = Path.of("");

  @Option(
      names = "--producer",
      description =
          "Measures the producer tool, one message at a time and 64 at a time, and nothing else."
              + " Takes --messages, --groups, --repetitions.")
  private boolean producer;

  @Option(
      names = "--scaling",
      description =
          "Measures 4 and 16 queues with 1, 2 and 4 workers, in both modes, and nothing else. Takes"
              + " --warm-up, --messages, --groups, --repetitions, --concurrency.")
  private boolean scaling;

  @Option(
      names = "--growth",
      split = ",",
      paramLabel = "GROUPS",
      description =
          "Measures backlogs of so many groups each, such as 1000,100000,1000000, and nothing else:"
              + " --messages, or one of each group where there are more.")
  private List<Integer> growth = List.of();

  @Option(
      names = "--inbox",
      split = ",",
      paramLabel = "ROWS",
      description =
          "Measures inboxes of so many rows, such as 0,10000000,100000000, and nothing else. A"
              + " million take about 0.5 GB of disk. Takes --messages, --concurrency.")
  private List<Long> inbox = List.of();

  @Option(
      names = "--jmh",
      description = "Measures pieces of a message's way alone, by JMH, and nothing else.")
  private boolean jmh;

  @Override
  public Integer call() throws Exception {
    if (jmh) {
      report("pieces", Pieces.measure());
      return 0;
    }
    requireSense();
    if (!inbox.isEmpty()) {
      report("inbox", InboxTable.of(inboxSeries().run()));
      return 0;
    }
    if (!growth.isEmpty()) {
      report("growth", GrowthTable.of(growthSeries().run()));
      return 0;
    }
    if (producer) {
      report("producer", ProducerTable.of(producerSeries().run()));
      return 0;
    }
    if (scaling) {
      report("scaling", ScalingTable.of(scalingSeries().run()));
      return 0;
    }
    compare();
    return 0;
  }

  private void report(String part, String table) throws IOException {
    new GeneratedPart(part).write(out.resolve("README.md"), table + "\n");
    spec.commandLine().getOut().println(table);
  }

  private ProducerSeries producerSeries() {
    require(Files.exists(producerJar), "--producer-jar: " + producerJar + " is not there");
    return new ProducerSeries(brokerJar, producerJar, size.effort(), spec.commandLine().getErr());
  }

  private ScalingSeries scalingSeries() {
    return new ScalingSeries(brokerJar, size.effort(), spec.commandLine().getErr());
  }

  private GrowthSeries growthSeries() {
    return new GrowthSeries(brokerJar, size.effort(), growth, spec.commandLine().getErr());
  }

  private InboxSeries inboxSeries() {
    Effort effort = size.effort();
    return new InboxSeries(
        effort.messages(), effort.concurrency(), inbox, spec.commandLine().getErr());
  }

  private void compare() throws Exception {
    List<Variant> inOrder = List.copyOf(EnumSet.copyOf(variants));
    ResultFiles files = new ResultFiles(out);
    List<Series.Outcome> outcomes =
        new Series(brokerJar, size.effort(), inOrder, spec.commandLine().getErr())
            .run(cells(), outcome -> files.write(List.of(outcome)));
    spec.commandLine().getOut().println(MarkdownTable.of(outcomes));
  }

  private List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (Engine engine : databases) {
      for (int pause : pauses) {
        for (Distribution distribution : distributions) {
          cells.add(new Cell(engine, pause, distribution));
        }
      }
    }
    return cells.stream().distinct().toList();
  }

  private void requireSense() {
    size.requireSense();
    require(growth.stream().allMatch(groups -> groups >= 1), "--growth: give groups from 1");
    require(inbox.stream().allMatch(rows -> rows >= 0), "--inbox: give rows from 0");
    require(pauses.stream().allMatch(pause -> pause >= 0), "--pauses: give milliseconds from 0");
    require(
        Files.exists(brokerJar),
        "--broker-jar: " + brokerJar + " is not there; build it: mvn package");
  }

  private void require(boolean holds, String problem) {
    if (!holds) {
      throw new ParameterException(spec.commandLine(), problem);
    }
  }
}
