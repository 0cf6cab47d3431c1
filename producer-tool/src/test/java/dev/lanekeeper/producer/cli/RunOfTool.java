package dev.lanekeeper.producer.cli;

import dev.lanekeeper.program.Program;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Map;

/** One run of the tool, with what it wrote. */
record RunOfTool(int exitCode, String out, String err) {
  static RunOfTool of(Object... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] line = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
    int code =
        new Program(Map.of(), new PrintWriter(out), new PrintWriter(err))
            .run(new ProducerTool(), line);
    return new RunOfTool(code, out.toString(), err.toString());
  }
}
