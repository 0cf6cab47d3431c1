package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.send.Progress;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jline.terminal.impl.exec.ExecTerminalProvider;
import org.jline.terminal.spi.SystemStream;

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

  /** Whether a person sees standard error, wherever standard output goes. */
  private static boolean isTerminal() {
    return new ExecTerminalProvider().isSystemStream(SystemStream.Error);
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
