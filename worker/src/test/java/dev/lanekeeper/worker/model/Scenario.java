package dev.lanekeeper.worker.model;

import dev.lanekeeper.worker.model.Operation.Trouble;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A history drawn from a seed: the same seed gives the same one. Immutable.
 *
 * @param orders the operations of each order, in their sequence
 * @param steps what happens, one after the other
 * @param messagesPerTransaction how many the workers let share one
 */
record Scenario(
    long seed,
    int workers,
    List<List<Operation>> orders,
    List<Step> steps,
    int messagesPerTransaction) {
  /** Above what a fail note of {@link #note} and all faults of a history together can use up. */
  static final int MAX_ATTEMPTS = 7;

  private static final int SHARING = 4;
  private static final int MOST_COSTLY_FAULTS = 3;
  private static final int MOST_WORKERS_OF_A_SHORT_ONE = 2;
  private static final int MOST_SLOW_FAULTS_OF_A_SHORT_ONE = 3;
  private static final int MOST_REPAIRS_OF_A_SHORT_ONE = 3;

  static Scenario draw(long seed) {
    Random random = new Random(seed);
    int workers = 1 + random.nextInt(3);
    List<List<Operation>> orders = new ArrayList<>();
    int count = 4 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      orders.add(order("O-" + i, 5 + random.nextInt(6), random));
    }
    List<Step> steps = steps(sends(orders, random), random);
    return new Scenario(seed, workers, orders, steps, random.nextBoolean() ? SHARING : 1);
  }

  /** Whether it takes less than a minute, though something is killed. */
  boolean isShort() {
    long slow = steps.stream().filter(step -> step.fault().takesSeconds()).count();
    long repairs = operations().stream().filter(Operation::parks).count();
    return workers <= MOST_WORKERS_OF_A_SHORT_ONE
        && slow <= MOST_SLOW_FAULTS_OF_A_SHORT_ONE
        && repairs <= MOST_REPAIRS_OF_A_SHORT_ONE
        && steps.stream().anyMatch(step -> step.fault().kills());
  }

  List<Operation> operations() {
    return orders.stream().flatMap(List::stream).toList();
  }

  private static List<Operation> order(String name, int operations, Random random) {
    boolean ends = random.nextInt(3) == 0;
    List<Operation> order = new ArrayList<>();
    for (int sequence = 1; sequence <= operations; sequence++) {
      boolean last = ends && sequence == operations;
      order.add(operation(name, sequence, last, random));
    }
    return order;
  }

  private static Operation operation(String order, int sequence, boolean last, Random random) {
    int cents = 1 + random.nextInt(100_000);
    if (sequence == 1) {
      return new Operation(order, 1, "create", "t1", cents, note(random), Trouble.NONE, last);
    }
    if (last && random.nextBoolean()) {
      return new Operation(order, sequence, "delete", "", 0, note(random), Trouble.NONE, true);
    }
    Trouble trouble = random.nextInt(15) == 0 ? trouble(random) : Trouble.NONE;
    String note =
        switch (trouble) {
          case NONE -> note(random);
          case FAILS -> "fail:99";
          case REPLACED, SKIPPED -> "";
        };
    if (trouble == Trouble.NONE && random.nextInt(4) == 0) {
      return new Operation(order, sequence, "modify", "t1", cents, note, trouble, last);
    }
    return new Operation(order, sequence, "add", "t" + sequence, cents, note, trouble, last);
  }

  private static Trouble trouble(Random random) {
    return List.of(Trouble.FAILS, Trouble.REPLACED, Trouble.SKIPPED).get(random.nextInt(3));
  }

  private static String note(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> "fail:1";
      case 1 -> "fail:2";
      case 2 -> "pause:" + (200 + random.nextInt(1500));
      case 3, 4 -> "pause:" + (10 + random.nextInt(100));
      default -> "";
    };
  }

  /** Orders interleaved, some messages out of their turn, some sent twice, at once or later. */
  private static List<Operation> sends(List<List<Operation>> orders, Random random) {
    List<String> turns = new ArrayList<>();
    orders.forEach(order -> order.forEach(operation -> turns.add(operation.order())));
    Collections.shuffle(turns, random);
    int[] next = new int[orders.size()];
    List<Operation> sends = new ArrayList<>();
    for (String turn : turns) {
      int order = Integer.parseInt(turn.substring(2));
      sends.add(orders.get(order).get(next[order]++));
    }
    for (int i = 0; i < sends.size() / 6; i++) {
      Collections.swap(sends, random.nextInt(sends.size()), random.nextInt(sends.size()));
    }
    for (int i = sends.size() / 6; i > 0; i--) {
      int first = random.nextInt(sends.size());
      boolean atOnce = random.nextBoolean();
      int again = atOnce ? first + 1 : first + 1 + random.nextInt(sends.size() - first);
      sends.add(again, sends.get(first));
    }
    return sends;
  }

  private static List<Step> steps(List<Operation> sends, Random random) {
    int count = 4 + random.nextInt(3);
    List<Step> steps = new ArrayList<>();
    int costly = 0;
    for (int i = 0; i < count; i++) {
      List<Operation> part =
          List.copyOf(sends.subList(i * sends.size() / count, (i + 1) * sends.size() / count));
      Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
      if (fault.mayCostAnAttempt() && ++costly > MOST_COSTLY_FAULTS) {
        fault = Fault.NONE;
      }
      steps.add(new Step(part, random.nextInt(1 + part.size()), fault, random.nextInt(100)));
    }
    return steps;
  }

  @Override
  public String toString() {
    return "seed %d, %d workers, %d messages to a transaction at most%n%s"
        .formatted(
            seed,
            workers,
            messagesPerTransaction,
            steps.stream().map(Step::toString).collect(Collectors.joining(System.lineSeparator())));
  }
}
