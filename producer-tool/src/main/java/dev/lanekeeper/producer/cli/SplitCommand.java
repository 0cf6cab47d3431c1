package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.send.RocketMqSender;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.producer.send.SendResult.Failure;
import dev.lanekeeper.producer.service.Outage;
import dev.lanekeeper.producer.split.LedgerBatch;
import dev.lanekeeper.producer.split.LedgerConsumer;
import dev.lanekeeper.producer.split.LedgerSplit;
import dev.lanekeeper.producer.split.SplitCounts;
import dev.lanekeeper.producer.split.SplitLoop;
import dev.lanekeeper.producer.split.SplitOutcome;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.StopSignal;
import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.output.Table;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code split}: ledger messages in, one message for each of their operations out. */
@Command(
    name = "split",
    description = {
      "Splits ledger messages into their operations.",
      "",
      "Takes ledger messages, each a batch of operations over many orders, from one FIFO topic, and"
          + " sends each operation to another, in the message group of its order. A ledger message"
          + " is acknowledged when all of it is confirmed. Ends on SIGTERM behind the operation"
          + " that is under way; a second signal ends it at once.",
      "Exit codes: 0 ended as wished, 65 a ledger message has a wrong record and stays where it is,"
          + " 69 the broker cannot be reached, 75 an operation cannot be sent, 78 a topic, the"
          + " consumer group or the credentials are wrong."
    })
final class SplitCommand implements Callable<Integer> {
  private static final Logger log = LoggerFactory.getLogger(SplitCommand.class);

  @SuppressWarnings("UnusedVariable") // Program reads it.
  @Mixin
  private CommonOptions common = new CommonOptions();

  @Mixin private BrokerOptions broker = new BrokerOptions();
  @Mixin private SplitOptions options = new SplitOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    SendPolicy policy = options.policy();
    StopSignal stop = new StopSignal();
    stop.install();
    ClientStart start = ClientStart.ofProducer(broker, options.topic());
    Optional<SplitLoop.End> end;
    try (RocketMqSender sender = RocketMqSender.start(broker, start);
        LedgerConsumer consumer =
            LedgerConsumer.start(
                broker,
                options.ledgerTopic(),
                options.group(),
                options.invisibleTime(),
                System::nanoTime)) {
      SplitLoop loop =
          new SplitLoop(
              consumer,
              new LedgerSplit(
                  sender,
                  policy,
                  sender.largestBody(),
                  options.refusedDir(),
                  new Outage("sending to topic " + options.topic(), stop, System::nanoTime)),
              stop,
              new Outage("receiving from topic " + options.ledgerTopic(), stop, System::nanoTime),
              options.leaveOut(),
              System::nanoTime);
      log.info(
          "splitting: topic {} for consumer group {} to topic {}, {}",
          options.ledgerTopic(),
          options.group(),
          options.topic(),
          broker.endpoints());
      end = loop.run(options.untilIdle());
      summary(loop.counts()).print(spec.commandLine().getOut(), output.format());
      spec.commandLine().getOut().flush();
    }
    if (end.isPresent()) {
      throw explain(end.get(), start);
    }
    return ExitCode.OK.code();
  }

  private ProgramException explain(SplitLoop.End end, ClientStart start) {
    LedgerBatch batch = end.batch();
    if (end.outcome() instanceof SplitOutcome.Refused refused) {
      refused.problems().forEach(spec.commandLine().getErr()::println);
      return new ProgramException(
          ExitCode.DATA,
          "%s of message group '%s' is wrong, so nothing of it is sent and it stays where it is; its body is in %s: correct it there, send it with 'replay', then run split with --leave-out %s"
              .formatted(batch, batch.messageGroup(), refused.kept(), batch.messageId()));
    }
    if (end.outcome() instanceof SplitOutcome.GivenUp givenUp) {
      Failure failure = givenUp.result().failure().orElseThrow();
      ProgramException cause = start.explain(failure.cause());
      return new ProgramException(
          givenUp.result().hasConfirmed() ? ExitCode.TEMPORARY : cause.exitCode(),
          "%s: order '%s' seq %d was not confirmed: %s; then run split again: the ledger message comes again"
              .formatted(
                  failure.position(), failure.orderId(), failure.sequence(), cause.getMessage()),
          cause);
    }
    return new ProgramException(ExitCode.SOFTWARE, "ended at " + batch + " without a reason");
  }

  private static Table summary(SplitCounts counts) {
    return new Table("ledger_messages", "operations", "left_out_messages")
        .row(counts.ledgerMessages(), counts.operations(), counts.leftOutMessages());
  }
}
