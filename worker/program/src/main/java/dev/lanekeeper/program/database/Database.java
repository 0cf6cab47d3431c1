package dev.lanekeeper.program.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.settings.Passwords;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Jdbi;

/**
 * The open database: a pool of connections and Jdbi over it, on H2 one transaction at a time.
 * Thread-safe. Closing it closes every connection; an embedded H2 database is closed with the last
 * one.
 */
public final class Database implements AutoCloseable {
  private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(5);
  private static final Pattern H2_SERVER = Pattern.compile("^jdbc:h2:(?:tcp|ssl):");
  private static final Pattern BEFORE_HOST =
      Pattern.compile("^jdbc:(?:postgresql://[^?]*|h2:(?:tcp|ssl)://[^/?;]*)@");

  private final Engine engine;
  private final HikariDataSource pool;
  private final Jdbi jdbi;
  private final Jdbi reading;
  private final Optional<OneAtATime> turns;

  private Database(Engine engine, HikariDataSource pool, DatabaseSettings settings) {
    this.engine = engine;
    this.pool = pool;
    this.reading = Jdbi.create(pool);
    Duration longest = settings.idleInTransactionTimeout();
    Optional<String> token = H2Door.token(settings.url());
    this.turns =
        engine == Engine.H2 && token.isEmpty()
            ? Optional.of(new OneAtATime(pool, longest, longest, System::nanoTime))
            : Optional.empty();
    this.jdbi =
        token
            .map(secret -> Jdbi.create(new VisitorTurns(pool, secret)))
            .orElseGet(() -> turns.map(Jdbi::create).orElse(reading));
  }

  /**
   * Opens the database beside whoever has it open: an embedded one through the door of its worker,
   * where one runs.
   *
   * @throws ProgramException when it cannot be reached, with what to do
   */
  public static Database visit(DatabaseSettings settings) {
    return open(H2Door.find(settings.url()).map(settings::through).orElse(settings));
  }

  /** Whether this is an embedded database whose file is not there, so that opening makes it. */
  public static boolean isYetToBeMade(String url) {
    return H2Door.file(url).filter(file -> !Files.exists(file)).isPresent();
  }

  /**
   * Opens the database; an embedded one for this process alone.
   *
   * @throws ProgramException when it cannot be reached, with what to do
   */
  public static Database open(DatabaseSettings settings) {
    // H2 would serve its door on every interface; it reads this once, when its classes load.
    System.setProperty("h2.bindAddress", "127.0.0.1");
    Engine engine =
        Engine.ofUrl(settings.url())
            .orElseThrow(
                () ->
                    new ProgramException(
                        ExitCode.CONFIGURATION,
                        "--db \""
                            + Passwords.masked(settings.url())
                            + "\" is no JDBC URL of H2 or PostgreSQL; write jdbc:h2:file:./data/lanekeeper"
                            + " or jdbc:postgresql://HOST/DATABASE"));
    requireNoServerOfH2(settings);
    Optional<Path> existing = H2Door.file(settings.url()).filter(Files::exists);
    existing.ifPresent(H2File::requireWhole);
    Database database = connect(engine, settings);
    try {
      existing.ifPresent(file -> H2File.requireTables(file, database.jdbi));
    } catch (RuntimeException refusal) {
      database.close();
      throw refusal;
    }
    return database;
  }

  private static Database connect(Engine engine, DatabaseSettings settings) {
    requireNobodyBeforeTheHost(settings);
    try {
      return new Database(engine, new HikariDataSource(pool(engine, settings)), settings);
    } catch (HikariPool.PoolInitializationException failure) {
      throw DatabaseFailure.explain(settings, failure);
    } catch (ProgramException refusal) {
      throw refusal;
    } catch (RuntimeException refusal) {
      throw DatabaseFailure.notUnderstood(settings, refusal);
    }
  }

  /** Beside others, one process's turns keep nothing whole (ops/adr/0008). */
  private static void requireNoServerOfH2(DatabaseSettings settings) {
    if (H2_SERVER.matcher(settings.url()).find() && H2Door.token(settings.url()).isEmpty()) {
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          "--db \""
              + Passwords.masked(settings.url())
              + "\": an H2 server may keep half a transaction when it is killed; for several"
              + " processes take jdbc:postgresql://HOST/DATABASE, for one jdbc:h2:file:FILE");
    }
  }

  /** The drivers would take user and password for a part of the host's name, and print it. */
  private static void requireNobodyBeforeTheHost(DatabaseSettings settings) {
    if (BEFORE_HOST.matcher(settings.url()).find()) {
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          "--db \""
              + Passwords.masked(settings.url())
              + "\": no user stands before the host; name it with --db-user, and the password in"
              + " LANEKEEPER_DB_PASSWORD");
    }
  }

  private static HikariConfig pool(Engine engine, DatabaseSettings settings) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("lanekeeper");
    config.setMaximumPoolSize(settings.poolSize());
    config.setConnectionTimeout(CONNECTION_TIMEOUT.toMillis());
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    settings.user().ifPresent(config::setUsername);
    settings.password().ifPresent(config::setPassword);
    switch (engine) {
      case H2 -> {
        config.setJdbcUrl(H2Url.durable(settings.url()));
        config.setConnectionInitSql(
            "set lock_timeout %d".formatted(settings.lockTimeout().toMillis()));
      }
      case POSTGRESQL -> {
        config.setJdbcUrl(settings.url());
        config.setExceptionOverride(new StandbyEviction());
        config.addDataSourceProperty("ApplicationName", "lanekeeper");
        config.addDataSourceProperty("tcpKeepAlive", "true");
        // Text, since the driver passes over numbers without a word.
        config.addDataSourceProperty(
            "connectTimeout", Long.toString(CONNECTION_TIMEOUT.toSeconds()));
        config.addDataSourceProperty(
            "socketTimeout", Long.toString(settings.socketTimeout().toSeconds()));
        config.setConnectionInitSql(
            String.format(
                Locale.ROOT,
                "set lock_timeout = %d; set statement_timeout = %d;"
                    + " set idle_in_transaction_session_timeout = %d",
                settings.lockTimeout().toMillis(),
                settings.statementTimeout().toMillis(),
                settings.idleInTransactionTimeout().toMillis()));
      }
    }
    return config;
  }

  /**
   * Lets other processes of this machine into an embedded database; empty for other databases.
   *
   * @throws ProgramException when the port or the file cannot be had
   */
  public Optional<H2Door> openDoor() {
    return turns.flatMap(offered -> H2Door.open(pool, offered));
  }

  public Engine engine() {
    return engine;
  }

  public Jdbi jdbi() {
    return jdbi;
  }

  /** For whoever only reads, and locks nothing: on H2 that waits for no turn, and takes none. */
  public Jdbi reading() {
    return reading;
  }

  /** For migrations, before anybody else writes, and metrics. */
  public HikariDataSource dataSource() {
    return pool;
  }

  @Override
  public void close() {
    pool.close();
  }
}
