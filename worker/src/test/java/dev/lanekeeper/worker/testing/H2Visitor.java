package dev.lanekeeper.worker.testing;

import dev.lanekeeper.program.database.Database;

/**
 * A process that comes through the door of an embedded H2, pauses the groups in a transaction, says
 * so, and does not end it before it is killed.
 */
public final class H2Visitor {
  /** What it writes, which is never committed. */
  public static final String WRITE = "update message_group set state = 'paused'";

  private H2Visitor() {}

  public static void main(String[] arguments) {
    try (Database database = Database.visit(TestDatabases.settings(arguments[0]))) {
      database
          .jdbi()
          .useTransaction(
              handle -> {
                handle.execute(WRITE);
                System.out.println("written");
                Thread.currentThread().join();
              });
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }
}
