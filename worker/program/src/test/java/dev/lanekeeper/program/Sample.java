package dev.lanekeeper.program;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A program with one command, which prints its options or fails as the test wants. */
@Command(name = "sample", subcommands = Sample.Show.class)
final class Sample {
  @Mixin CommonOptions common = new CommonOptions();

  @Command(name = "show")
  static final class Show implements Callable<Integer> {
    @Mixin CommonOptions common = new CommonOptions();

    @Option(names = "--max-attempts", defaultValue = "3")
    int maxAttempts;

    @Option(names = "--wait", defaultValue = "1s")
    Duration wait = Duration.ZERO;

    @Option(names = "--tag", split = ",")
    List<String> tags = List.of();

    @Option(names = "--check", negatable = true, fallbackValue = "true")
    boolean check;

    @Option(names = "--fail", fallbackValue = "true")
    boolean fail;

    @Option(names = "--expect")
    @Nullable String expect;

    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
      if (fail) {
        throw new IllegalStateException("out of\nluck");
      }
      if (expect != null) {
        throw new ProgramException(
            ExitCode.valueOf(expect), "it is " + expect, new RuntimeException("because"));
      }
      spec.commandLine()
          .getOut()
          .println(maxAttempts + " " + wait + " " + tags + " " + check + " " + common.verbose());
      return ExitCode.OK.code();
    }
  }
}
