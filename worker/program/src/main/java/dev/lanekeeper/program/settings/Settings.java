package dev.lanekeeper.program.settings;

import dev.lanekeeper.program.ProgramException;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What was set in the environment and in the {@code --config} file, as defaults for picocli: a flag
 * wins over the environment, the environment over the file, the file over an option's own default.
 * Immutable and thread-safe.
 *
 * <p>{@code --max-attempts} is {@code LANEKEEPER_MAX_ATTEMPTS} in the environment and {@code
 * max-attempts} in the file; a repeatable option takes its values separated as its {@code split}
 * says. An empty value counts as not set. An unknown key in the file is a problem, as is a variable
 * that is nearly one of this program's.
 */
public final class Settings implements IDefaultValueProvider {
  public static final String CONFIG_OPTION = "--config";
  private static final String PREFIX = "lanekeeper.";
  private static final int ENVIRONMENT_ORDINAL = 300;
  private static final int FILE_ORDINAL = 100;

  private final SmallRyeConfig config;
  private final Optional<Path> file;
  private final Map<String, String> environment;
  private final List<String> problems;

  private Settings(
      SmallRyeConfig config,
      Optional<Path> file,
      Map<String, String> environment,
      List<String> problems) {
    this.config = config;
    this.file = file;
    this.environment = Map.copyOf(environment);
    this.problems = List.copyOf(problems);
  }

  /**
   * Reads the settings of a program. What is wrong with them is kept as {@link #problems}.
   *
   * @param root the command whose options, and whose subcommands' options, can be set
   * @param arguments looked through for {@code --config} only
   */
  public static Settings load(
      CommandSpec root, Map<String, String> environment, String... arguments) {
    SettableOptions options = SettableOptions.of(root);
    SmallRyeConfigBuilder builder =
        new SmallRyeConfigBuilder()
            .withSources(new EnvConfigSource(environment, ENVIRONMENT_ORDINAL));
    List<String> problems =
        new ArrayList<>(SettingNames.problemsOfVariables(environment, options.names()));
    Optional<Path> file = Optional.empty();
    try {
      file = SettingsFile.named(environment, arguments);
      if (file.isPresent()) {
        Map<String, String> content = SettingsFile.read(file.get());
        problems.addAll(problemsOf(file.get(), content, options));
        builder.withSources(source(file.get(), content));
      }
    } catch (ProgramException unreadable) {
      problems.add(unreadable.getMessage());
    }
    return new Settings(builder.build(), file, environment, problems);
  }

  private static List<String> problemsOf(
      Path path, Map<String, String> content, SettableOptions options) {
    return content.keySet().stream()
        .flatMap(key -> SettingNames.problemOfKey(key, options.names()).stream())
        .map(problem -> path + ": " + problem)
        .toList();
  }

  private static PropertiesConfigSource source(Path path, Map<String, String> content) {
    Map<String, String> prefixed = new HashMap<>();
    content.forEach((name, value) -> prefixed.put(PREFIX + name, value));
    return new PropertiesConfigSource(prefixed, path.toString(), FILE_ORDINAL);
  }

  /** What is wrong before a single value is read: unknown names, a file that cannot be read. */
  public List<String> problems() {
    return problems;
  }

  /** The secrets that are set, masked. */
  public List<Setting> secrets() {
    return Stream.of(Secret.values()).flatMap(it -> it.masked(environment).stream()).toList();
  }

  /** The environment that was read. */
  public Map<String, String> environment() {
    return environment;
  }

  /** What the environment or the file says for an option. */
  public Optional<Setting> find(OptionSpec option) {
    return SettableOptions.nameOf(option).flatMap(this::find);
  }

  private Optional<Setting> find(String name) {
    ConfigValue found = config.getConfigValue(PREFIX + name);
    String value = found.getValue();
    return value == null || value.isBlank()
        ? Optional.empty()
        : Optional.of(new Setting(name, value.strip(), origin(name, found)));
  }

  private String origin(String name, ConfigValue found) {
    return found.getConfigSourceOrdinal() == ENVIRONMENT_ORDINAL
        ? SettingNames.variable(name) + " in the environment"
        : name + " in " + file.map(Path::toString).orElse("the file");
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    // Picocli interpolates defaults; what a person wrote stands as it is.
    return argument instanceof OptionSpec option
        ? find(option).map(setting -> setting.value().replace("$", "$$")).orElse(null)
        : null;
  }
}
