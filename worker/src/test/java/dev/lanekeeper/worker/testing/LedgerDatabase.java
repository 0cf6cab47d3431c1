package dev.lanekeeper.worker.testing;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.database.Schema;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Jdbi;

/**
 * What workers have left in a database. H2's file is only looked at while no worker has it open.
 */
public final class LedgerDatabase {
  private final Engine engine;
  private final String url;

  public LedgerDatabase(Engine engine, Path folder) {
    this.engine = engine;
    this.url =
        switch (engine) {
          case H2 -> "jdbc:h2:file:" + folder.resolve("worker");
          case POSTGRESQL -> TestDatabases.newUrl(engine);
        };
  }

  /** A new database on a server of the test's own. */
  public LedgerDatabase(RestartablePostgres server) {
    this.engine = Engine.POSTGRESQL;
    this.url = server.newUrl();
  }

  private LedgerDatabase(Engine engine, String url) {
    this.engine = engine;
    this.url = url;
  }

  /** A proxy before its server, which is PostgreSQL. */
  public FaultProxy faultProxy() {
    URI server = URI.create(url.substring("jdbc:".length()));
    return new FaultProxy(server.getHost(), server.getPort());
  }

  /** The same database, reached through a proxy. */
  public LedgerDatabase through(FaultProxy proxy) {
    String authority = URI.create(url.substring("jdbc:".length())).getAuthority();
    return new LedgerDatabase(engine, url.replace(authority, proxy.endpoints()));
  }

  public Engine engine() {
    return engine;
  }

  public String url() {
    return url;
  }

  /** The balance of every order. */
  public Map<String, String> balances() {
    Map<String, String> balances = new TreeMap<>();
    query("select order_id || '=' || balance from ledger_order where consumer_group is not null")
        .forEach(
            row -> {
              int split = row.lastIndexOf('=');
              balances.put(
                  row.substring(0, split),
                  new BigDecimal(row.substring(split + 1))
                      .setScale(2, RoundingMode.UNNECESSARY)
                      .toPlainString());
            });
    return balances;
  }

  /** The sequences of each order in the order of their commits. */
  public Map<String, List<Long>> commits() {
    Map<String, List<Long>> commits = new TreeMap<>();
    query("select order_id || '=' || sequence from ledger_transaction order by entry_number")
        .forEach(
            row -> {
              int split = row.lastIndexOf('=');
              commits
                  .computeIfAbsent(row.substring(0, split), id -> new ArrayList<>())
                  .add(Long.valueOf(row.substring(split + 1)));
            });
    return commits;
  }

  /** How many operations were applied. */
  public int applied() {
    return Integer.parseInt(query("select count(*) from ledger_transaction").get(0));
  }

  /** Brings the schema up to date, where several workers would do so at once. */
  public void migrate() {
    try (Database database = Database.open(TestDatabases.settings(url))) {
      new Schema(database).migrate();
    }
  }

  /** Changes what is there, as nobody should. */
  public void tamper(String sql) {
    try (Database database = Database.open(TestDatabases.settings(url))) {
      database.jdbi().useHandle(handle -> handle.execute(sql));
    }
  }

  /** The first column of a query. */
  public List<String> query(String sql) {
    try (Database database = Database.open(TestDatabases.settings(url))) {
      Jdbi jdbi = database.jdbi();
      return jdbi.withHandle(handle -> handle.createQuery(sql).mapTo(String.class).list());
    }
  }
}
