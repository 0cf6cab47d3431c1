package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.check.CheckedRecords;
import dev.lanekeeper.producer.journal.SendJournal;
import dev.lanekeeper.producer.journal.SendSettings;
import dev.lanekeeper.producer.message.RecordMessages;
import dev.lanekeeper.producer.send.Progress;
import dev.lanekeeper.producer.send.RocketMqSender;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.StopSignal;
import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.program.output.OutputFormat;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.settings.Checked;
import dev.lanekeeper.program.settings.Problems;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code replay}: checks the files, then sends every record, each order's in file order. */
@Command(
    name = "replay",
    description = {
      "Checks ledger files, then sends their records.",
      "",
      "Sends one record after the other, in file order, each in the message group of its order. "
          + "Nothing is sent when one record of any file is wrong. When it is stopped half way, "
          + "the same command goes on behind what the broker has confirmed."
    })
final class ReplayCommand implements Callable<Integer>, Checked {
  @SuppressWarnings("UnusedVariable") // Program reads it.
  @Mixin
  private CommonOptions common = new CommonOptions();

  @Mixin private BrokerOptions broker = new BrokerOptions();
  @Mixin private LedgerArguments ledger = new LedgerArguments();
  @Mixin private CheckOptions checking = new CheckOptions();
  @Mixin private SendOptions sending = new SendOptions();

  @Option(
      names = "--on-error",
      paramLabel = "ACTION",
      defaultValue = "stop",
      description =
          "When a record is wrong: stop (send nothing), or skip-order (leave out its order from"
              + " there on, send the rest, and end with 75, or 65 where there is no rest)"
              + " (${DEFAULT-VALUE}).")
  private OnError onError = OnError.STOP;

  @Option(
      names = "--dry-run",
      fallbackValue = "true",
      description = "Check only; connect to nothing and send nothing.")
  private boolean dryRun;

  @Mixin private OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  private @Nullable CheckResult checked;
  private boolean summarised;

  @Override
  public void check(Problems problems, Map<String, String> environment) {
    problems.collect(sending::policy).collect(() -> BrokerOptions.checkCredentials(environment));
  }

  @Override
  public Integer call() {
    try {
      return replay();
    } catch (ProgramException failure) {
      if (output.format() == OutputFormat.JSON && !summarised) {
        boolean bad = checked != null && !checked.isClean();
        spec.commandLine()
            .getOut()
            .println(
                new NothingSent(
                        dryRun, failure, bad ? Optional.ofNullable(checked) : Optional.empty())
                    .json());
      }
      throw failure;
    }
  }

  private int replay() {
    SendPolicy policy = sending.policy();
    CheckResult check =
        ledger.checked(checking, spec.commandLine().getErr(), onError, result -> checked = result);
    sending.requireFilesApart(ledger.given(), check);
    if (dryRun) {
      sending.receipts().ifPresent(file -> writeReceipts(file, check));
      print(ReplaySummary.ofDryRun(check));
      return (check.isClean() ? ExitCode.OK : ExitCode.DATA).code();
    }
    ClientStart start = ClientStart.ofProducer(broker, sending.topic());
    SendSettings settings =
        SendSettings.of(check.files(), checking.areWholeOrders(), onError.toString());
    try (SendJournal journal = sending.journal(broker.endpoints().toString(), check, settings)) {
      ReplayRun run = new ReplayRun(check, policy, journal, new StopSignal(), System::nanoTime);
      ReplaySummary summary = send(run, start);
      print(summary);
      Optional<ProgramException> problem = run.problem(summary, start);
      if (problem.isPresent()) {
        throw problem.get();
      }
    }
    return ExitCode.OK.code();
  }

  private void print(ReplaySummary summary) {
    PrintWriter out = spec.commandLine().getOut();
    summary.print(out, output.format());
    out.flush();
    summarised = true;
  }

  private ReplaySummary send(ReplayRun run, ClientStart start) {
    try (RocketMqSender sender = RocketMqSender.start(broker, start);
        Progress progress = TerminalProgress.of(run.check().records())) {
      run.check().requireBodies(sender.largestBody());
      run.stop().install();
      return run.send(sender, progress);
    }
  }

  private static void writeReceipts(Path file, CheckResult check) {
    try (SendJournal receipts = SendJournal.ofDryRun(file, System::nanoTime)) {
      CheckedRecords.forEach(
          check.files(),
          (position, record, sequence) -> {
            receipts.addUnsent(RecordMessages.of(record, sequence));
            return true;
          });
    }
  }
}
