package dev.lanekeeper.worker.model;

import dev.lanekeeper.worker.model.Operation.Trouble;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What has to come of a scenario, whatever goes wrong on the way: every order's operations once and
 * in their sequence, up to the first that cannot be applied. Knows nothing of the worker.
 * Immutable.
 */
final class Model {
  private final List<List<Operation>> orders;

  Model(Scenario scenario) {
    this.orders = scenario.orders();
  }

  /** The orders that some operation parks. */
  Set<String> ordersThatPark() {
    Set<String> names = new TreeSet<>();
    orders.forEach(
        order ->
            order.stream().filter(Operation::parks).forEach(poison -> names.add(poison.order())));
    return names;
  }

  /**
   * The orders that are parked when nothing moves any more.
   *
   * @param redriven what operators have brought through so far
   */
  Map<String, String> parked(Set<String> redriven) {
    Map<String, String> parked = new TreeMap<>();
    orders.forEach(
        order ->
            order.stream()
                .filter(operation -> isStuck(operation, redriven))
                .findFirst()
                .ifPresent(
                    head -> parked.put(head.order(), head.isRejected() ? "rejected" : "attempts")));
    return parked;
  }

  /** The sequences that are applied when nothing moves any more, in the order of their commits. */
  Map<String, List<Long>> commits(Set<String> redriven) {
    Map<String, List<Long>> commits = new TreeMap<>();
    for (List<Operation> order : orders) {
      List<Long> sequences = new ArrayList<>();
      for (Operation operation : order) {
        if (isStuck(operation, redriven)) {
          break;
        }
        if (operation.trouble() != Trouble.SKIPPED) {
          sequences.add((long) operation.sequence());
        }
      }
      commits.put(order.get(0).order(), sequences);
    }
    return commits;
  }

  /** What becomes of every operation in the end. */
  Map<String, String> fates() {
    Map<String, String> fates = new TreeMap<>();
    orders.forEach(
        order ->
            order.forEach(
                operation ->
                    fates.put(
                        operation.order() + "#" + operation.sequence(),
                        operation.trouble() == Trouble.SKIPPED ? "dead-lettered" : "applied")));
    return fates;
  }

  /** The messages that were not applied as they were sent. */
  List<String> deadLetters() {
    List<String> letters = new ArrayList<>();
    orders.forEach(
        order ->
            order.stream()
                .filter(Operation::isRejected)
                .forEach(
                    operation ->
                        letters.add(
                            operation.order()
                                + "#"
                                + operation.sequence()
                                + (operation.trouble() == Trouble.REPLACED
                                    ? " replaced"
                                    : " rejected"))));
    return letters.stream().sorted().toList();
  }

  /** The state of every order in the end. */
  Map<String, String> states() {
    Map<String, String> states = new TreeMap<>();
    orders.forEach(
        order -> {
          Operation end = order.get(order.size() - 1);
          states.put(end.order(), end.last() ? "ended" : "open");
        });
    return states;
  }

  /** The balance of every order in the end. */
  Map<String, BigDecimal> balances() {
    Map<String, BigDecimal> balances = new TreeMap<>();
    for (List<Operation> order : orders) {
      Map<String, Integer> amounts = new TreeMap<>();
      for (Operation operation : order) {
        if (operation.kind().equals("delete")) {
          amounts.clear();
        } else if (operation.trouble() != Trouble.SKIPPED) {
          amounts.put(operation.transaction(), operation.cents());
        }
      }
      long cents = amounts.values().stream().mapToLong(Integer::longValue).sum();
      balances.put(order.get(0).order(), BigDecimal.valueOf(cents, 2));
    }
    return balances;
  }

  private static boolean isStuck(Operation operation, Set<String> redriven) {
    return operation.parks() && !redriven.contains(operation.order() + "#" + operation.sequence());
  }
}
