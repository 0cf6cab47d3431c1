package dev.lanekeeper.producer.send;

import dev.lanekeeper.producer.check.CheckedFile;
import dev.lanekeeper.producer.check.CheckedRecords;
import dev.lanekeeper.producer.record.FileRecord;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.program.sort.SortedRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Tells how far each order has come that is not sent to its end. For one thread and one use. */
public final class IncompleteOrders {
  private static final long CONFIRMED = 0;
  private static final long UNCONFIRMED = 1;

  private final List<CheckedFile> files;
  private final Confirmations confirmations;
  private final Map<String, Advance> orders = new HashMap<>();
  private final Map<String, Advance> incomplete = new LinkedHashMap<>();

  /**
   * An order with records that are not confirmed. Immutable.
   *
   * @param lastConfirmed the sequence up to which all of its records are; empty when the first is
   *     not
   * @param unconfirmed how many are not, with those that are left out
   * @param leftOutFrom the sequence from which on it is left out; empty when it is not
   */
  public record IncompleteOrder(
      String orderId, OptionalLong lastConfirmed, long unconfirmed, OptionalLong leftOutFrom) {}

  /** How far an order has come; 0 stands for no sequence. */
  private static final class Advance {
    private long sequence;
    private boolean rises = true;
    private long lastConfirmed;
    private long unconfirmed;

    void take(long next, boolean confirmed) {
      rises &= next > sequence;
      sequence = next;
      if (confirmed) {
        lastConfirmed = next;
      } else {
        unconfirmed++;
      }
    }
  }

  private IncompleteOrders(List<CheckedFile> files, Confirmations confirmations) {
    this.files = files;
    this.confirmations = confirmations;
  }

  /** Reads the files once more; in the order in which the missing records stand. */
  public static List<IncompleteOrder> of(List<CheckedFile> files, Confirmations confirmations) {
    IncompleteOrders orders = new IncompleteOrders(files, confirmations);
    orders.read(
        new Look() {
          @Override
          public void take(String orderId, long sequence, boolean confirmed) {
            orders.look(orderId, sequence, confirmed);
          }

          @Override
          public void leaveOut(String orderId) {
            orders.lookAtOneLeftOut(orderId);
          }
        });
    orders.lookAtThoseThatGoBack();
    return orders.incomplete.entrySet().stream()
        .map(order -> orders.order(order.getKey(), order.getValue()))
        .toList();
  }

  /** Those that are left out, of which nothing is sent yet. */
  public static List<IncompleteOrder> leftOut(List<CheckedFile> files) {
    return of(files, Confirmations.NONE).stream()
        .filter(order -> order.leftOutFrom().isPresent())
        .toList();
  }

  /** Takes a record with what has become of it. */
  private interface Look {
    void take(String orderId, long sequence, boolean confirmed);

    default void leaveOut(String orderId) {}
  }

  private void read(Look look) {
    CheckedRecords.recall(
        files,
        new CheckedRecords.Receiver() {
          private long number;

          @Override
          public boolean take(Position position, FileRecord record, long sequence) {
            look.take(record.messageGroup(), sequence, confirmations.contains(number++));
            return true;
          }

          @Override
          public void leaveOut(String orderId) {
            look.leaveOut(orderId);
          }
        });
  }

  private void look(String orderId, long sequence, boolean confirmed) {
    Advance order = orders.computeIfAbsent(orderId, id -> new Advance());
    order.take(sequence, confirmed);
    if (!confirmed) {
      incomplete.put(orderId, order);
    }
  }

  private void lookAtOneLeftOut(String orderId) {
    Advance order = orders.computeIfAbsent(orderId, id -> new Advance());
    order.unconfirmed++;
    incomplete.put(orderId, order);
  }

  /** The last one in the files is not the highest where sequences do not rise. */
  private void lookAtThoseThatGoBack() {
    Map<String, Integer> numbers = new HashMap<>();
    List<Advance> back = new ArrayList<>();
    incomplete.forEach(
        (orderId, order) -> {
          if (!order.rises) {
            order.lastConfirmed = 0;
            numbers.put(orderId, back.size());
            back.add(order);
          }
        });
    if (back.isEmpty()) {
      return;
    }
    try (SortedRows rows = new SortedRows(3)) {
      read(
          (orderId, sequence, confirmed) -> {
            Integer number = numbers.get(orderId);
            if (number != null) {
              rows.add(number, sequence, confirmed ? CONFIRMED : UNCONFIRMED);
            }
          });
      rows.forEach(new UpToTheFirstThatIsNot(back)::take);
    }
  }

  /** Goes through the sequences of one order after the other; one that repeats counts once. */
  private static final class UpToTheFirstThatIsNot {
    private final List<Advance> orders;
    private int stopped = -1;

    UpToTheFirstThatIsNot(List<Advance> orders) {
      this.orders = orders;
    }

    void take(long[] row) {
      int number = (int) row[0];
      Advance order = orders.get(number);
      if (number == stopped || row[1] == order.lastConfirmed) {
        return;
      }
      if (row[2] == CONFIRMED) {
        order.lastConfirmed = row[1];
      } else {
        stopped = number;
      }
    }
  }

  private IncompleteOrder order(String orderId, Advance order) {
    return new IncompleteOrder(
        orderId,
        order.lastConfirmed == 0 ? OptionalLong.empty() : OptionalLong.of(order.lastConfirmed),
        order.unconfirmed,
        files.stream()
            .findFirst()
            .map(file -> file.leftOut().of(orderId))
            .orElse(OptionalLong.empty()));
  }
}
