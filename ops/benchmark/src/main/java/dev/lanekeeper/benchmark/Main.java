package dev.lanekeeper.benchmark;

import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Where {@code java -jar benchmark.jar} begins. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.setProperty(
        "rocketmq.logback.configurationFile", "dev/lanekeeper/program/broker/client-log-off.xml");
    System.exit(line().execute(arguments));
  }

  static CommandLine line() {
    return new CommandLine(new BenchmarkCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((problem, arguments) -> refuse(problem));
  }

  /** In one line, not under the whole help. */
  private static int refuse(ParameterException problem) {
    CommandLine line = problem.getCommandLine();
    line.getErr().println("error: " + problem.getMessage());
    line.getErr().println("Try 'ops/benchmark/run --help'.");
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }
}
