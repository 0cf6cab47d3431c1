package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.send.BatchSend;
import dev.lanekeeper.producer.send.RocketMqSender;
import dev.lanekeeper.producer.send.SendResult;
import dev.lanekeeper.producer.send.SendResult.Failure;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.program.broker.Names;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.output.Table;
import dev.lanekeeper.program.settings.Problems;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code batch}: ledger files to ledger messages, which {@code split} takes apart. */
@Command(
    name = "batch",
    description = {
      "Sends ledger files as ledger messages, which 'split' takes apart.",
      "",
      "Checks the files as 'replay' does, then sends their records in file order, so many in each "
          + "message, all in the message group of their ledger. Records without a seq get one: "
          + "their place among their order's records in these files."
    })
final class BatchCommand implements Callable<Integer> {
  private static final int MOST_GROUP_BYTES = 63;
  private static final int MOST_RECORDS = 10_000;

  @SuppressWarnings("UnusedVariable") // Program reads it.
  @Mixin
  private CommonOptions common = new CommonOptions();

  @Mixin private BrokerOptions broker = new BrokerOptions();
  @Mixin private LedgerArguments files = new LedgerArguments();

  @Option(
      names = "--ledger-topic",
      paramLabel = "TOPIC",
      defaultValue = "ledgers",
      description = "The FIFO topic to send ledger messages to (${DEFAULT-VALUE}).")
  private String topic = "ledgers";

  @Option(
      names = "--ledger",
      paramLabel = "NAME",
      defaultValue = "ledger",
      description =
          "The ledger's name: the message group of its ledger messages, which are split one after"
              + " the other (${DEFAULT-VALUE}).")
  private String ledger = "ledger";

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "500",
      description = "Records of one ledger message at most (${DEFAULT-VALUE}).")
  private int records = 500;

  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    requireBounds();
    CheckResult check = files.checked(spec.commandLine().getErr());
    ClientStart start = ClientStart.ofProducer(broker, topic);
    SendResult result;
    try (RocketMqSender sender = RocketMqSender.start(broker, start)) {
      result = BatchSend.of(check, sender, ledger, records, sender.largestBody());
    }
    new Table("records", "orders", "ledger_messages")
        .row(check.records(), check.orders(), result.sent())
        .print(spec.commandLine().getOut(), output.format());
    spec.commandLine().getOut().flush();
    Optional<Failure> failure = result.failure();
    if (failure.isPresent()) {
      throw explain(failure.get(), result, start);
    }
    return ExitCode.OK.code();
  }

  private void requireBounds() {
    Problems names = new Problems();
    Names.requireTopic(names, "--ledger-topic", topic);
    names.throwIfAny();
    if (records < 1 || records > MOST_RECORDS) {
      throw new ProgramException(
          ExitCode.USAGE,
          "--records %d: give a number from 1 to %d".formatted(records, MOST_RECORDS));
    }
    int bytes = ledger.getBytes(StandardCharsets.UTF_8).length;
    if (ledger.isBlank()
        || bytes > MOST_GROUP_BYTES
        || ledger.chars().anyMatch(Character::isISOControl)) {
      throw new ProgramException(
          ExitCode.USAGE,
          "--ledger: give 1 to %d bytes without control characters".formatted(MOST_GROUP_BYTES));
    }
  }

  private static ProgramException explain(Failure failure, SendResult result, ClientStart start) {
    ProgramException cause = start.explain(failure.cause());
    return new ProgramException(
        result.sent() == 0 ? cause.exitCode() : ExitCode.TEMPORARY,
        "%s: the ledger message that begins here was not confirmed: %s; then run the command again: all is sent again, and split and worker take repeats for what they are"
            .formatted(failure.position(), cause.getMessage()),
        cause);
  }
}
