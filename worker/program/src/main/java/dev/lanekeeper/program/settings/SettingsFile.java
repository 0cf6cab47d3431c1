package dev.lanekeeper.program.settings;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds and reads the file that {@code --config} names. */
final class SettingsFile {
  private static final String VARIABLE = "LANEKEEPER_CONFIG";

  private SettingsFile() {}

  /** The file that the command line names, else the environment. */
  static Optional<Path> named(Map<String, String> environment, String... arguments) {
    String flag = flag(List.of(arguments));
    String name = flag == null ? environment.getOrDefault(VARIABLE, "") : flag;
    try {
      return name.isBlank() ? Optional.empty() : Optional.of(Path.of(name));
    } catch (InvalidPathException notAPath) {
      throw unreadable(name, "this is no file name", notAPath);
    }
  }

  /** Read before picocli parses the rest, since the file's values are the rest's defaults. */
  private static @Nullable String flag(List<String> arguments) {
    int end = arguments.contains("--") ? arguments.indexOf("--") : arguments.size();
    for (int i = 0; i < end; i++) {
      String argument = arguments.get(i);
      if (argument.startsWith(Settings.CONFIG_OPTION + "=")) {
        return argument.substring(Settings.CONFIG_OPTION.length() + 1);
      }
      if (argument.equals(Settings.CONFIG_OPTION) && i + 1 < end) {
        return arguments.get(i + 1);
      }
    }
    return null;
  }

  /**
   * Reads the settings in a file.
   *
   * @throws ProgramException when it cannot be read, or names the same setting twice
   */
  static Map<String, String> read(Path path) {
    UniqueProperties properties = new UniqueProperties();
    try (Reader reader = Files.newBufferedReader(path)) {
      properties.load(reader);
    } catch (NoSuchFileException missing) {
      throw unreadable(path, "there is no such file", missing);
    } catch (CharacterCodingException notUtf8) {
      throw unreadable(path, "it is not UTF-8", notUtf8);
    } catch (IOException | IllegalArgumentException unreadable) {
      throw unreadable(path, String.valueOf(unreadable.getMessage()), unreadable);
    }
    Map<String, String> settings = new TreeMap<>();
    properties.stringPropertyNames().forEach(n -> settings.put(n, properties.getProperty(n)));
    return settings;
  }

  private static ProgramException unreadable(Object path, String reason, Exception cause) {
    return new ProgramException(
        ExitCode.CONFIGURATION,
        "cannot read the settings in " + path + ": " + reason + "; check --config or " + VARIABLE,
        cause);
  }

  /** Refuses a key that stands twice, of which Properties would silently keep the last. */
  private static final class UniqueProperties extends Properties {
    private static final long serialVersionUID = 1L;

    @Override
    public synchronized @Nullable Object put(Object key, Object value) {
      if (containsKey(key)) {
        throw new IllegalArgumentException("'" + key + "' is set twice");
      }
      return super.put(key, value);
    }
  }
}
