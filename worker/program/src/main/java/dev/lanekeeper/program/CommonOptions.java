package dev.lanekeeper.program;

import dev.lanekeeper.program.settings.Settings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that every command has; a picocli mixin. Filled by picocli, then only read. */
@SuppressWarnings("UnusedVariable") // Picocli itself answers --help and --version.
public final class CommonOptions {
  static final String VERBOSE = "--verbose";

  @Option(
      names = VERBOSE,
      fallbackValue = "true",
      description = "Show the stack trace of an error.")
  private boolean verbose;

  @Option(
      names = Settings.CONFIG_OPTION,
      paramLabel = "FILE",
      description =
          "Read settings from a .properties file, one 'option-name=value' a line. A flag "
              + "wins over LANEKEEPER_OPTION_NAME in the environment, that over the file.")
  private @Nullable Path config;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version.")
  private boolean version;

  public boolean verbose() {
    return verbose;
  }

  /** The file named with {@code --config}, which has been read by the time a command runs. */
  public @Nullable Path config() {
    return config;
  }
}
