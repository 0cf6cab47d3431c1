package dev.lanekeeper.program.settings;

import io.smallrye.config.ConfigValue;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
 * says. An empty value counts as not set. A variable that is no option of this program is left
 * alone, since worker and producer may share an environment; an unknown key in the file is an
 * error.
 */
public final class Settings implements IDefaultValueProvider {
  public static final String CONFIG_OPTION = "--config";
  private static final String PREFIX = "lanekeeper.";
  private static final int ENVIRONMENT_ORDINAL = 300;
  private static final int FILE_ORDINAL = 100;

  private final SmallRyeConfig config;
  private final SettableOptions options;
  private final Optional<Path> file;

  private Settings(SmallRyeConfig config, SettableOptions options, Optional<Path> file) {
    this.config = config;
    this.options = options;
    this.file = file;
  }

  /**
   * Reads the settings of a program.
   *
   * @param root the command whose options, and whose subcommands' options, can be set
   * @param arguments looked through for {@code --config} only
   * @throws dev.lanekeeper.program.ProgramException when the file cannot be read, or names settings
   *     that do not exist
   */
  public static Settings load(
      CommandSpec root, Map<String, String> environment, String... arguments) {
    SettableOptions options = SettableOptions.of(root);
    SmallRyeConfigBuilder builder =
        new SmallRyeConfigBuilder()
            .withSources(new EnvConfigSource(environment, ENVIRONMENT_ORDINAL));
    Optional<Path> file = SettingsFile.named(environment, arguments);
    file.ifPresent(path -> builder.withSources(source(path, options)));
    return new Settings(builder.build(), options, file);
  }

  private static PropertiesConfigSource source(Path path, SettableOptions options) {
    Map<String, String> prefixed = new HashMap<>();
    SettingsFile.read(path, options.names())
        .forEach((name, value) -> prefixed.put(PREFIX + name, value));
    return new PropertiesConfigSource(prefixed, path.toString(), FILE_ORDINAL);
  }

  /** What the environment or the file says for an option. */
  public Optional<Setting> find(OptionSpec option) {
    return options.nameOf(option).flatMap(this::find);
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
        ? "LANEKEEPER_" + name.toUpperCase(Locale.ROOT).replace('-', '_') + " in the environment"
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
