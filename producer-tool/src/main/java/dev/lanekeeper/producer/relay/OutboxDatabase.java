package dev.lanekeeper.producer.relay;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseSettings;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleCallback;
import org.jdbi.v3.core.JdbiException;
import org.jspecify.annotations.Nullable;

/**
 * The database that holds the outbox, reached over one connection; opened anew after a failure,
 * since an embedded one's door moves when its worker starts again. For one thread.
 */
public final class OutboxDatabase implements AutoCloseable {
  private static final String PROBE =
      """
      select count(*)
        from outbox_relay
      """;

  private final DatabaseSettings settings;
  private @Nullable Database open;

  public OutboxDatabase(DatabaseSettings settings) {
    this.settings = settings;
  }

  /**
   * Makes sure that there is an outbox, and that looking for it makes no database.
   *
   * @throws ProgramException when there is none, with what to do
   */
  public void requireOutbox() {
    if (Database.isYetToBeMade(settings.url())) {
      throw missing(null);
    }
    try {
      with(handle -> handle.createQuery(PROBE).mapTo(Long.class).one());
    } catch (JdbiException failure) {
      throw missing(failure);
    }
  }

  private ProgramException missing(@Nullable Throwable cause) {
    return new ProgramException(
        ExitCode.CONFIGURATION,
        "the database "
            + settings
            + " has no outbox; make it: worker.jar migrate --db URL, or sql/common/V5__outbox.sql",
        cause);
  }

  /**
   * Does something over the connection, and gives it back.
   *
   * @throws ProgramException when the database cannot be reached, with what to do
   * @throws JdbiException when a statement fails
   */
  public <T, X extends Exception> T with(HandleCallback<T, X> callback) throws X {
    Database database = open == null ? Database.visit(settings) : open;
    open = database;
    return database.jdbi().withHandle(callback);
  }

  /** Something to do over the connection. */
  interface Work<T> {
    T on(Handle handle);
  }

  /**
   * The same for who waits until it works again.
   *
   * @throws JdbiException when a statement fails
   */
  <T> T reach(Work<T> work) throws UnreachableException {
    try {
      return with(work::on);
    } catch (ProgramException away) {
      throw new UnreachableException(away);
    }
  }

  /** Forgets the connection, which may be broken. */
  void reopen() {
    close();
  }

  @Override
  public void close() {
    if (open != null) {
      open.close();
      open = null;
    }
  }
}
