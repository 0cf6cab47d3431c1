package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.relay.OutboxDatabase;
import dev.lanekeeper.producer.relay.Relay;
import dev.lanekeeper.producer.relay.RelayCounts;
import dev.lanekeeper.producer.relay.RelaySettings;
import dev.lanekeeper.producer.send.RocketMqSender;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.StopSignal;
import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.program.database.DatabaseOptions;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.output.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code relay}: what applications have written into the outbox, to the topic. */
@Command(
    name = "relay",
    description = {
      "Sends what applications have written into the outbox.",
      "",
      "Reads the rows of one topic, sends those of each message group in the order in which they "
          + "were committed, and marks them as sent once they are confirmed. Of several relays of "
          + "a topic one is active, and the others wait. Ends on SIGTERM behind what is under way; "
          + "a second signal ends it at once.",
      "Exit codes: 0 ended as wished, 65 rows are left that cannot be sent or wait for a missing "
          + "number, 69 the broker or the "
          + "database cannot be reached, 78 topic, credentials or database are wrong."
    })
final class RelayCommand implements Callable<Integer> {
  /** Nothing takes a second connection while it has one. */
  private static final int CONNECTIONS = 1;

  @SuppressWarnings("UnusedVariable") // Program reads it.
  @Mixin
  private CommonOptions common = new CommonOptions();

  @Mixin private BrokerOptions broker = new BrokerOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();
  @Mixin private RelayOptions options = new RelayOptions();
  @Mixin private OutputOptions output = new OutputOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    SendPolicy policy = options.policy();
    RelaySettings settings = options.settings();
    StopSignal stop = new StopSignal();
    stop.install();
    ClientStart start = ClientStart.ofProducer(broker, options.topic());
    RelayCounts counts;
    try (OutboxDatabase outbox =
        new OutboxDatabase(database.settings(CONNECTIONS, System.getenv()))) {
      outbox.requireOutbox();
      try (RocketMqSender sender = RocketMqSender.start(broker, start)) {
        Relay relay =
            new Relay(
                outbox,
                sender,
                policy,
                sender.largestBody(),
                start,
                settings,
                UUID.randomUUID().toString(),
                stop,
                System::nanoTime);
        relay.run();
        counts = relay.counts();
      }
    }
    new Table("sent", "takeovers", "standing_groups", "waiting_groups")
        .row(counts.sent(), counts.takeovers(), counts.standingGroups(), counts.waitingGroups())
        .print(spec.commandLine().getOut(), output.format());
    // Who is stopped may have come between two transactions of an application.
    requireNothingLeft(counts, stop.isWished() ? 0 : counts.waitingGroups());
    return ExitCode.OK.code();
  }

  /** A group whose number is missing is left behind in silence otherwise. */
  static void requireNothingLeft(RelayCounts counts, long waiting) {
    List<String> left = new ArrayList<>();
    if (counts.standingGroups() > 0) {
      left.add(
          "%d message groups stand still, each at a row that cannot be sent; correct these rows"
              .formatted(counts.standingGroups()));
    }
    if (waiting > 0) {
      left.add(
          "%d message groups wait for a number that is not there, the first for %d; write the missing rows, or see sql/README.md for the query that names the groups"
              .formatted(waiting, counts.firstMissing()));
    }
    if (!left.isEmpty()) {
      throw new ProgramException(ExitCode.DATA, String.join("; ", left));
    }
  }
}
