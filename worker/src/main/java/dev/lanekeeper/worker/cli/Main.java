package dev.lanekeeper.worker.cli;

import dev.lanekeeper.program.Program;

/** Where {@code java -jar worker.jar} begins. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(Program.ofThisProcess().run(new WorkerCommand(), arguments));
  }
}
