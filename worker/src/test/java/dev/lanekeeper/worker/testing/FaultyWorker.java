package dev.lanekeeper.worker.testing;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.api.internal.CanonicalJson;
import dev.lanekeeper.program.Program;
import dev.lanekeeper.worker.cli.WorkerCommand;
import dev.lanekeeper.worker.handler.ledger.LedgerHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;

/**
 * The packaged worker with a ledger handler that does what the record's note says: {@code fail:N}
 * fails in the first N attempts, {@code pause:MS} takes so long, {@code pause-once:MS} only in the
 * first attempt, {@code wait:FILE} until there is such a file in the worker's folder, {@code
 * halt:MS} kills the process after so long.
 */
public final class FaultyWorker {
  private FaultyWorker() {}

  public static void main(String[] arguments) {
    System.exit(
        Program.ofThisProcess()
            .run(WorkerCommand.line(new Faulty(new LedgerHandler())), arguments));
  }

  private record Faulty(MessageHandler handler) implements MessageHandler {
    @Override
    public Optional<String> messageGroupOf(Message message) {
      return handler.messageGroupOf(message);
    }

    @Override
    public Optional<String> handle(Message message, Handle handle) throws Exception {
      String note = CanonicalJson.read(message.body()).path("note").asString("");
      Optional<String> result = handler.handle(message, handle);
      if (note.startsWith("fail:") && message.attempt() <= number(note)) {
        throw new IllegalStateException("attempt " + message.attempt() + " fails as told");
      }
      boolean pausesOnce = note.startsWith("pause-once:") && message.attempt() == 1;
      if (note.startsWith("pause:") || pausesOnce) {
        TimeUnit.MILLISECONDS.sleep(number(note));
      }
      if (note.startsWith("wait:")) {
        Path file = Path.of(note.substring(note.indexOf(':') + 1));
        while (Files.notExists(file)) {
          TimeUnit.MILLISECONDS.sleep(20);
        }
      }
      if (note.startsWith("halt:")) {
        TimeUnit.MILLISECONDS.sleep(number(note));
        Runtime.getRuntime().halt(137);
      }
      return result;
    }

    private static int number(String note) {
      return Integer.parseInt(note.substring(note.indexOf(':') + 1));
    }
  }
}
