package dev.lanekeeper.producer.split;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.message.MessageLimits;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.producer.service.Outage;
import dev.lanekeeper.program.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Splits ledger messages in a folder, and what it sends them with. */
final class SplitFixture {
  static final String CREATE =
      "{\"op\":\"create\",\"order_id\":\"A\",\"txn_id\":\"t1\",\"seq\":1,\"amount\":1,\"currency\":\"EUR\"}";
  static final String OTHER =
      "{\"op\":\"create\",\"order_id\":\"B\",\"txn_id\":\"t1\",\"seq\":1,\"amount\":2,\"currency\":\"EUR\"}";
  static final String ADD =
      "{\"op\":\"add\",\"order_id\":\"A\",\"txn_id\":\"t2\",\"seq\":2,\"amount\":\"3.50\",\"currency\":\"EUR\"}";
  static final String THREE = "[" + CREATE + "," + OTHER + "," + ADD + "]";

  private final Path folder;
  private final StopSignal stop = new StopSignal();
  private final RecordingSender sender = new RecordingSender();
  private int bodyBytes = MessageLimits.BODY_BYTES;

  SplitFixture(Path folder) {
    this.folder = folder;
  }

  RecordingSender sender() {
    return sender;
  }

  StopSignal stop() {
    return stop;
  }

  /** Where bodies lie. */
  Path bodies() {
    return folder.resolve("bodies");
  }

  /** From now on a broker that takes no longer ones. */
  void takesBodiesOf(int bytes) {
    bodyBytes = bytes;
  }

  Path refused(LedgerBatch batch) throws Exception {
    return split(batch) instanceof SplitOutcome.Refused refused ? refused.kept() : Path.of("sent");
  }

  SplitOutcome split(LedgerBatch batch) throws InterruptedException {
    SendPolicy policy = new SendPolicy(1, 0, 5, Duration.ZERO, Duration.ZERO);
    return new LedgerSplit(
            sender, policy, bodyBytes, bodies(), new Outage("sending", stop, System::nanoTime))
        .split(batch);
  }

  List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(bodies())) {
      return files.toList();
    }
  }

  static LedgerBatch json(String body) {
    return batch("application/json", body);
  }

  static LedgerBatch batch(String contentType, String body) {
    return new LedgerBatch("01AB", "L", Optional.of(contentType), false, body.getBytes(UTF_8));
  }

  static String cloudEvent() {
    return "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"data\":%s}"
        .formatted(CREATE);
  }

  static String text(LedgerMessage message) {
    return message.messageGroup() + " " + message.sequence();
  }
}
