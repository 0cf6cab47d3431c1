package dev.lanekeeper.producer.relay;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.producer.send.Confirmations;
import dev.lanekeeper.producer.send.GroupedSend;
import dev.lanekeeper.producer.send.MessageSender;
import dev.lanekeeper.producer.send.Outgoing;
import dev.lanekeeper.producer.send.Progress;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.producer.send.SendResult.Failure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Sends rows that are in turn, of each message group the next only once the one before is
 * confirmed. Holds no connection to the database. For one thread.
 */
final class PageSend {
  private static final Path OUTBOX = Path.of("outbox");

  private final MessageSender sender;
  private final SendPolicy policy;
  private final int bodyBytes;
  private final BooleanSupplier endIsWished;

  PageSend(MessageSender sender, SendPolicy policy, int bodyBytes, BooleanSupplier endIsWished) {
    this.sender = sender;
    this.policy = policy;
    this.bodyBytes = bodyBytes;
    this.endIsWished = endIsWished;
  }

  /**
   * How it went.
   *
   * @param confirmed what may be marked, of each group in the order of the sequences
   * @param unsendable rows that no try can send
   * @param failures what was tried and not confirmed
   */
  record Result(List<OutboxRow> confirmed, List<Unsendable> unsendable, List<Failed> failures) {}

  /** A row that the broker would refuse. */
  record Unsendable(OutboxRow row, String problem) {}

  /** A row that was not confirmed. */
  record Failed(OutboxRow row, Throwable cause) {}

  Result send(List<OutboxRow> inTurn) {
    List<OutboxRow> confirmed = new ArrayList<>();
    List<Unsendable> unsendable = new ArrayList<>();
    Set<String> standing = new HashSet<>();
    GroupedSend send =
        new GroupedSend(sender, policy, confirming(inTurn, confirmed), Progress.NONE, endIsWished);
    try {
      boolean goOn = true;
      for (int i = 0; goOn && i < inTurn.size(); i++) {
        OutboxRow row = inTurn.get(i);
        if (!standing.contains(row.messageGroup())) {
          try {
            goOn = send.add(outgoing(i, RowMessage.of(row, bodyBytes)));
          } catch (RowMessage.UnsendableException refused) {
            standing.add(row.messageGroup());
            unsendable.add(new Unsendable(row, String.valueOf(refused.getMessage())));
          }
        }
      }
    } finally {
      send.finish();
    }
    return new Result(confirmed, unsendable, failed(inTurn, send.failures()));
  }

  /** Its number is its place in the page. */
  private static Outgoing outgoing(int index, LedgerMessage message) {
    return new Outgoing(index, Position.ofLine(OUTBOX, index), message);
  }

  private static List<Failed> failed(List<OutboxRow> inTurn, List<Failure> failures) {
    return failures.stream()
        .map(
            failure ->
                new Failed(inTurn.get(Math.toIntExact(failure.position().line())), failure.cause()))
        .toList();
  }

  private static Confirmations confirming(List<OutboxRow> inTurn, List<OutboxRow> confirmed) {
    return new Confirmations() {
      @Override
      public boolean contains(long number) {
        return false;
      }

      @Override
      public void add(Outgoing outgoing, Receipt.Stored stored) {
        confirmed.add(inTurn.get(Math.toIntExact(outgoing.number())));
      }
    };
  }
}
