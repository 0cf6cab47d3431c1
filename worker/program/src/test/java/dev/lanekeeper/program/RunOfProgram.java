package dev.lanekeeper.program;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** One run of a command, with what it wrote. */
record RunOfProgram(int exitCode, String out, String err) {
  static RunOfProgram of(Object command, Map<String, String> environment, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new Program(environment, new PrintWriter(out), new PrintWriter(err))
            .run(command, arguments);
    return new RunOfProgram(exitCode, out.toString(), err.toString());
  }
}
