package dev.lanekeeper.benchmark.consumer;

import dev.lanekeeper.program.Program;
import dev.lanekeeper.worker.cli.WorkerCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Where a consumer's process begins. The first argument names it: {@code bare}, {@code listener},
 * {@code loop}, or {@code worker}, which is the worker's whole program, with the business
 * transaction as its ledger handler; its arguments follow.
 */
public final class ConsumerMain {
  private ConsumerMain() {}

  public static void main(String[] arguments) throws Exception {
    endWithParent();
    ConsumerSettings settings = ConsumerSettings.ofThisProcess();
    CommitLog commits = settings.openCommitLog();
    BusinessTransaction transaction = new BusinessTransaction(settings.pause(), commits);
    switch (arguments[0]) {
      case "bare" -> Client.push(settings, new BareListener(commits));
      case "listener" ->
          Client.push(settings, new HandWrittenListener(new HandWritten(settings, transaction)));
      case "loop" -> new TextbookLoop(settings, new HandWritten(settings, transaction)).run();
      case "worker" ->
          System.exit(
              Program.ofThisProcess()
                  .run(
                      WorkerCommand.line(transaction),
                      Arrays.copyOfRange(arguments, 1, arguments.length)));
      default -> throw new IllegalArgumentException("no consumer " + arguments[0]);
    }
  }

  /** Standard input ends when the benchmark does, however it ends. */
  private static void endWithParent() {
    Thread thread =
        new Thread(
            () -> {
              try {
                System.in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException broken) {
                // Which is an end, too.
              }
              Runtime.getRuntime().halt(1);
            },
            "end-with-parent");
    thread.setDaemon(true);
    thread.start();
  }
}
