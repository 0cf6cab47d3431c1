package dev.lanekeeper.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.program.settings.DurationConverter;
import dev.lanekeeper.program.settings.Settings;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Runs one command line to its exit code: settings from flags, environment and file; an expected
 * failure as one plain line on standard error; a stack trace only with {@code --verbose}.
 * Immutable; one run at a time, since a run writes to the streams.
 */
public final class Program {
  private final Map<String, String> environment;
  private final PrintWriter out;
  private final PrintWriter err;

  /**
   * @param environment where {@code LANEKEEPER_...} settings are read from
   * @param out for data
   * @param err for errors and progress
   */
  public Program(Map<String, String> environment, PrintWriter out, PrintWriter err) {
    this.environment = Map.copyOf(environment);
    this.out = out;
    this.err = err;
  }

  /**
   * The program that speaks to this process's environment and streams, in UTF-8 whatever the
   * locale.
   */
  public static Program ofThisProcess() {
    return new Program(System.getenv(), utf8(FileDescriptor.out), utf8(FileDescriptor.err));
  }

  /** Runs the command that was parsed, unless names of settings are wrong and it is no help. */
  private static int soundOnly(Settings settings, ParseResult parsed) {
    ParseResult last = parsed;
    for (ParseResult each = parsed; each != null; each = each.subcommand()) {
      last = each;
    }
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    if (!settings.problems().isEmpty()) {
      throw new ParameterException(last.commandSpec().commandLine(), settings.problems().get(0));
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static PrintWriter utf8(FileDescriptor stream) {
    return new PrintWriter(new OutputStreamWriter(new FileOutputStream(stream), UTF_8), true);
  }

  /**
   * Runs a command and returns the exit code for the operating system; never throws.
   *
   * @param command a picocli {@link CommandLine}, or an object annotated as a picocli command; each
   *     command has {@link CommonOptions} mixed in and is a {@code Callable<Integer>}
   */
  public int run(Object command, String... arguments) {
    CommandLine commandLine =
        command instanceof CommandLine ready ? ready : new CommandLine(command);
    FailureReport report = new FailureReport(err);
    int code;
    try {
      Settings settings = Settings.load(commandLine.getCommandSpec(), environment, arguments);
      UsageError usageError = new UsageError(settings);
      new Version(commandLine).install();
      code =
          commandLine
              .setOut(out)
              .setErr(err)
              .setExpandAtFiles(false)
              .setCaseInsensitiveEnumValuesAllowed(true)
              .registerConverter(Duration.class, new DurationConverter())
              .setDefaultValueProvider(settings)
              .setParameterExceptionHandler(usageError)
              .setExecutionStrategy(parsed -> soundOnly(settings, parsed))
              .setExecutionExceptionHandler(
                  (failure, failed, parsed) ->
                      report.print(failure, FailureReport.isVerbose(parsed)))
              .execute(arguments);
    } catch (Throwable failure) { // Even an Error ends in a line and a code.
      code = report.print(failure, FailureReport.isVerbose(arguments));
    }
    err.flush();
    if (out.checkError() && code == ExitCode.OK.code()) {
      err.println("error: standard output was closed before everything was written");
      err.flush();
      return ExitCode.IO.code();
    }
    return code;
  }
}
