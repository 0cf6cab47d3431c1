package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.send.Progress;
import java.io.Console;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A progress bar on standard error, where a person is watching. For one thread. */
final class TerminalProgress implements Progress {
  private final ProgressBar bar;

  private TerminalProgress(ProgressBar bar) {
    this.bar = bar;
  }

  /** A bar on a terminal, nothing elsewhere, so that logs and pipes stay clean. */
  static Progress of(long records) {
    if (!isTerminal()) {
      return NONE;
    }
    return new TerminalProgress(
        new ProgressBarBuilder()
            .setTaskName("sending")
            .setInitialMax(records)
            .setStyle(ProgressBarStyle.ASCII)
            .setConsumer(new ConsoleProgressBarConsumer(System.err))
            .showSpeed()
            .build());
  }

  /** Since Java 22 there is a console where there is no terminal, and a method that tells. */
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException before22) {
      return true;
    }
  }

  @Override
  public void step() {
    bar.step();
  }

  @Override
  public void close() {
    bar.close();
  }
}
