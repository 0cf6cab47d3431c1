package dev.lanekeeper.worker.config;

import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.program.settings.Tuning;
import dev.lanekeeper.worker.handler.http.HttpProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which handlers work; a picocli mixin. Filled by picocli, then only read. */
public final class HandlerOptions {
  @Option(
      names = "--handler",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "ledger",
      description = {
        "The handler that messages go to (${DEFAULT-VALUE}). Several, separated by commas or each",
        "with its own flag, get the messages of the types that each declares."
      })
  @Tuning(why = "which handlers work: [below](#your-own-handlers)")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--handlers-path",
      paramLabel = "PATH",
      split = ",",
      description = {
        "Where handlers are looked for beside those that are built in: a jar, or a folder of jars",
        "that belong together; several, separated by commas, do not see each other's classes. None",
        "by default."
      })
  @Tuning(why = "where handlers of others are: a jar, or a folder of jars", byDefault = "none")
  private List<Path> paths = new ArrayList<>();

  @Mixin private HttpOptions http = new HttpOptions();

  /** Those that the worker brings along: the given ones, and the http handler. */
  public List<HandlerProvider> builtIn(List<HandlerProvider> others) {
    List<HandlerProvider> all = new ArrayList<>(others);
    all.add(http.provider());
    return all;
  }

  /**
   * Looks at what the http handler is told, when it is named.
   *
   * @throws dev.lanekeeper.program.ProgramException when something is missing or wrong
   */
  public void check() {
    if (names.contains(HttpProvider.NAME)) {
      http.settings();
    }
  }

  /** The handlers to be used, at least one. */
  public List<String> names() {
    return List.copyOf(names);
  }

  /** Jars, and folders of jars. */
  public List<Path> paths() {
    return List.copyOf(paths);
  }
}
