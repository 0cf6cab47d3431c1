package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.send.LedgerSend;
import dev.lanekeeper.producer.send.Progress;
import dev.lanekeeper.producer.send.RocketMqSender;
import dev.lanekeeper.producer.send.SendResult;
import dev.lanekeeper.producer.send.SendResult.Failure;
import dev.lanekeeper.producer.send.SendRetry;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.program.output.OutputOptions;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code replay}: checks the files, then sends every record in file order. */
@Command(
    name = "replay",
    description = {
      "Checks ledger files, then sends their records.",
      "",
      "Sends one record after the other, in file order, each in the message group of its order. "
          + "Nothing is sent when one record of any file is wrong."
    })
final class ReplayCommand implements Callable<Integer> {
  @SuppressWarnings("UnusedVariable") // Program reads it.
  @Mixin
  private CommonOptions common = new CommonOptions();

  @Mixin private BrokerOptions broker = new BrokerOptions();
  @Mixin private LedgerArguments ledger = new LedgerArguments();

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      defaultValue = "ledger",
      description = "The FIFO topic to send to (${DEFAULT-VALUE}).")
  private String topic = "ledger";

  @Option(
      names = "--on-error",
      paramLabel = "ACTION",
      defaultValue = "stop",
      description =
          "When a record is wrong: stop (send nothing), or skip-order (leave out its order from"
              + " there on, send the rest, and end with 65) (${DEFAULT-VALUE}).")
  private OnError onError = OnError.STOP;

  @Option(
      names = "--dry-run",
      fallbackValue = "true",
      description = "Check only; connect to nothing and send nothing.")
  private boolean dryRun;

  @Mixin private OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    CheckResult check = ledger.checked(spec.commandLine().getErr(), onError);
    if (dryRun) {
      ReplaySummary.ofDryRun(check).print(out, output.format());
      return (check.isClean() ? ExitCode.OK : ExitCode.DATA).code();
    }
    ClientStart start = ClientStart.ofProducer(broker, topic);
    SendResult result;
    Duration elapsed;
    try (RocketMqSender sender = RocketMqSender.start(broker, start);
        Progress progress = TerminalProgress.of(check.records())) {
      long begin = System.nanoTime();
      result = LedgerSend.of(check.files(), SendRetry.of(sender), progress);
      elapsed = Duration.ofNanos(System.nanoTime() - begin);
    }
    ReplaySummary.of(check, result, elapsed).print(out, output.format());
    out.flush();
    Optional<ProgramException> failure =
        result.failure().map(stopped -> explain(result.sent(), stopped, start));
    if (failure.isPresent()) {
      throw failure.get();
    }
    return (check.isClean() ? ExitCode.OK : ExitCode.DATA).code();
  }

  /** What a person can do about it, which depends on whether something was sent already. */
  private static ProgramException explain(long sent, Failure stopped, ClientStart start) {
    ProgramException cause = start.explain(stopped.cause());
    String record =
        "%s: order '%s' seq %d was not confirmed"
            .formatted(stopped.position(), stopped.orderId(), stopped.sequence());
    return sent == 0
        ? new ProgramException(cause.exitCode(), record + ": " + cause.getMessage(), cause)
        : new ProgramException(
            ExitCode.TEMPORARY,
            "%s, after %d that were: %s; then run the command again, since what arrives twice is"
                    .formatted(record, sent, cause.getMessage())
                + " applied once",
            cause);
  }
}
