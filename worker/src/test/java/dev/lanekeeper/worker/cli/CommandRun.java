package dev.lanekeeper.worker.cli;

import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.Program;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a command of operators said and how it ended, over a fixture's database. */
record CommandRun(int exitCode, String out, String err) {

  /** Runs a command. */
  static CommandRun of(ProcessingFixture fixture, MessageHandler handler, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--db", fixture.url(), "--group", ProcessingFixture.CONSUMER_GROUP));
    all.addAll(List.of("--topic", "test"));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new Program(Map.of(), new PrintWriter(out), new PrintWriter(err))
            .run(WorkerCommand.line(handler), all.toArray(String[]::new));
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}
