package dev.lanekeeper.worker.cli;

import dev.lanekeeper.program.Program;
import dev.lanekeeper.worker.handler.ledger.LedgerHandler;

/** Where {@code java -jar worker.jar} begins. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(Program.ofThisProcess().run(WorkerCommand.line(new LedgerHandler()), arguments));
  }
}
