package dev.lanekeeper.worker.model;

import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.operate.GroupOperations;
import dev.lanekeeper.worker.operate.NotPossibleException;
import dev.lanekeeper.worker.operate.Operator;
import dev.lanekeeper.worker.operate.Payload;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jdbi.v3.core.Jdbi;

/** The database of one history, as the test reads it and its operator changes it. */
final class Ledger {
  private static final Operator OPERATOR = new Operator("model", "drawn from a seed");

  private final Jdbi jdbi;
  private final String name;
  private final GroupOperations operations;

  /**
   * @param name of topic and consumer group
   */
  Ledger(String url, String name) {
    this.jdbi = Jdbi.create(url);
    this.name = name;
    this.operations = new GroupOperations(jdbi);
  }

  /** How many operations were applied, given up or held; one that is sent twice counts once. */
  int settled() {
    return Integer.parseInt(
        rows("""
                select count(*) from (
                  select source, event_id from inbox
                   union
                  select source, event_id from held_message) as settled
                """)
            .get(0));
  }

  /** The state of every order; the reason with those that are parked. */
  Map<String, String> states() {
    return pairs(
        """
        select name || '=' || case when state = 'parked' then reason else state end
          from message_group
        """);
  }

  /** The orders that are parked, and why. */
  Map<String, String> parked() {
    return pairs("select name || '=' || reason from message_group where state = 'parked'");
  }

  Set<String> paused() {
    return new TreeSet<>(rows("select name from message_group where state = 'paused'"));
  }

  /** The sequences of each order in the order of their commits. */
  Map<String, List<Long>> commits() {
    Map<String, List<Long>> commits = new TreeMap<>();
    for (String row :
        rows("select order_id || '=' || sequence from ledger_transaction order by entry_number")) {
      int split = row.indexOf('=');
      commits
          .computeIfAbsent(row.substring(0, split), id -> new ArrayList<>())
          .add(Long.valueOf(row.substring(split + 1)));
    }
    return commits;
  }

  Set<String> applied() {
    return new TreeSet<>(rows("select order_id || '#' || sequence from ledger_transaction"));
  }

  /** What became of every operation; more than one fate of one is kept side by side. */
  Map<String, String> fates() {
    Map<String, String> fates = new TreeMap<>();
    for (String row :
        rows("select message_group || '#' || sequence || '=' || fate from inbox order by 1")) {
      int split = row.indexOf('=');
      fates.merge(row.substring(0, split), row.substring(split + 1), (a, b) -> a + " " + b);
    }
    return fates;
  }

  Map<String, BigDecimal> balances() {
    Map<String, BigDecimal> balances = new TreeMap<>();
    pairs("select order_id || '=' || balance from ledger_order")
        .forEach((order, balance) -> balances.put(order, new BigDecimal(balance).setScale(2)));
    return balances;
  }

  /** What is not finished: held messages, and attempts of messages that are not settled. */
  List<String> pending() {
    return rows(
        """
        select 'held ' || message_group || '#' || sequence || ' ' || why
          from held_message where status = 'held'
         union all
        select 'attempt ' || source || '#' || event_id from attempt
         union all
        select 'held count ' || name from message_group where held_count <> 0
        """);
  }

  List<String> deadLetters() {
    return rows(
            """
            select message_group || '#' || sequence || ' ' || why
              from held_message where status = 'dead'
            """)
        .stream()
        .sorted()
        .toList();
  }

  void pause(String order) {
    try {
      operations.pause(key(order), OPERATOR);
    } catch (NotPossibleException parkedOrEnded) {
      // Nothing to pause.
    }
  }

  void resume(String order) {
    operations.resume(key(order), OPERATOR);
  }

  void replaceHead(Operation head) {
    byte[] body = head.correctedBody().getBytes(StandardCharsets.UTF_8);
    operations.replaceHead(key(head.order()), new Payload(body), OPERATOR);
  }

  void skipHead(Operation head) {
    operations.skipHead(key(head.order()), OPERATOR);
  }

  private GroupKey key(String order) {
    return new GroupKey(name, name, order);
  }

  private Map<String, String> pairs(String sql) {
    Map<String, String> pairs = new TreeMap<>();
    for (String row : rows(sql)) {
      int split = row.indexOf('=');
      pairs.put(row.substring(0, split), row.substring(split + 1));
    }
    return pairs;
  }

  private List<String> rows(String sql) {
    return jdbi.withHandle(handle -> handle.createQuery(sql).mapTo(String.class).list());
  }
}
