package dev.lanekeeper.worker.cli.top;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.output.OutputFormat;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.output.Table;
import dev.lanekeeper.worker.observe.HeadOfLine;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the groups whose head has waited longest. */
@Command(
    name = "top",
    description = {
      "Show the message groups whose head has waited longest, of running workers: at work there, or",
      "held. On a terminal the view is refreshed until it is interrupted; else it is printed once."
    })
public final class TopCommand implements Callable<Integer> {
  private static final String CLEAR = "\u001b[H\u001b[2J";

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = "--url",
      paramLabel = "URL",
      split = ",",
      defaultValue = "http://127.0.0.1:9464",
      description = {
        "Where the workers show their metrics, several separated by commas (${DEFAULT-VALUE})."
      })
  private List<String> urls = new ArrayList<>();

  @Option(
      names = "--every",
      paramLabel = "DURATION",
      defaultValue = "2s",
      description = "How often the view is refreshed (${DEFAULT-VALUE}).")
  private Duration every = Duration.ofSeconds(2);

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "20",
      description = "How many groups are shown at most (${DEFAULT-VALUE}).")
  private int limit = 20;

  @Override
  public Integer call() throws InterruptedException {
    AskedWorkers workers = new AskedWorkers(urls);
    PrintWriter out = spec.commandLine().getOut();
    boolean live = isTerminal() && output.format() == OutputFormat.TABLE;
    AskedWorkers.Answers answers = workers.ask();
    while (live) {
      out.print(CLEAR);
      answers.failures().forEach(out::println);
      table(answers).print(out, OutputFormat.TABLE);
      out.flush();
      if (out.checkError()) {
        return ExitCode.IO.code();
      }
      TimeUnit.MILLISECONDS.sleep(Math.max(100, every.toMillis()));
      answers = workers.ask();
    }
    answers.failures().forEach(spec.commandLine().getErr()::println);
    if (answers.failures().size() == urls.size()) {
      throw new ProgramException(
          ExitCode.UNAVAILABLE,
          "no worker answers; name where their metrics are with --url http://HOST:PORT");
    }
    table(answers).print(out, output.format());
    return ExitCode.OK.code();
  }

  private Table table(AskedWorkers.Answers answers) {
    Table table =
        new Table(
            "group", "topic", "state", "waited_s", "attempt", "next_try_s", "behind", "worker");
    answers.heads().stream()
        .limit(limit)
        .forEach(
            told -> {
              HeadOfLine.Head head = told.head();
              table.row(
                  printable(head.messageGroup()),
                  head.topic(),
                  head.state(),
                  head.waited().toSeconds(),
                  head.attempt(),
                  head.nextTry().map(next -> String.valueOf(next.toSeconds())).orElse(""),
                  head.behind(),
                  told.worker());
            });
    return table;
  }

  /** A group's name is the sender's, and must not move the cursor. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  private static boolean isTerminal() {
    return System.console() != null && !"dumb".equals(System.getenv("TERM"));
  }
}
