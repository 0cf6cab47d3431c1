package dev.lanekeeper.program.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Names of settings in their spellings, and what was probably meant by a name that is none.
 * Stateless.
 *
 * <p>Variables are shared: the environment of a worker may have those of a producer-tool, and a
 * Kubernetes service called lanekeeper makes some of its own. So only a variable that is nearly one
 * of this program's settings, and exactly none of either program's, is taken for a mistake.
 */
public final class SettingNames {
  private static final String PREFIX = "LANEKEEPER_";
  private static final String CONFIG = "config";
  private static final String FILE = "-file";

  /** What Kubernetes sets for each of its services, in their order: host, port, address. */
  private static final String OF_KUBERNETES = "(.*-)?(service-host|service-port|port)(-.*)?";

  private SettingNames() {}

  /** {@code LANEKEEPER_MAX_ATTEMPTS} of {@code max-attempts}. */
  static String variable(String name) {
    return PREFIX + name.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** {@code max-attempts} of {@code LANEKEEPER_MAX_ATTEMPTS}. */
  static String ofVariable(String variable) {
    return variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The settings of all programs, as they are listed beside this class. */
  public static Set<String> ofAllPrograms() {
    try (InputStream list = SettingNames.class.getResourceAsStream("names.txt")) {
      return list == null
          ? Set.of()
          : new String(list.readAllBytes(), UTF_8)
              .lines()
              .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** What is wrong with a key of the file; empty when it is a setting. */
  static Optional<String> problemOfKey(String key, Collection<String> known) {
    if (known.contains(key)) {
      return Optional.empty();
    }
    for (Secret secret : Secret.values()) {
      if (key.equals(secret.settingName())) {
        return Optional.of(
            "'%s' is a secret and does not stand here: set %s, or name its file in %s_FILE"
                .formatted(key, secret.variable(), secret.variable()));
      }
    }
    return Optional.of("unknown setting '" + key + "'" + Suggestion.didYouMean(key, known));
  }

  /** The variables that are nearly settings, each with the one that was probably meant. */
  static List<String> problemsOfVariables(
      Map<String, String> environment, Collection<String> known) {
    Set<String> secrets = new TreeSet<>();
    for (Secret secret : Secret.values()) {
      secrets.add(secret.settingName());
      secrets.add(secret.settingName() + FILE);
    }
    Set<String> candidates = new TreeSet<>(known);
    candidates.addAll(secrets);
    candidates.add(CONFIG);
    Set<String> fine = new TreeSet<>(candidates);
    fine.addAll(ofAllPrograms());
    List<String> problems = new ArrayList<>();
    for (String variable : new TreeSet<>(environment.keySet())) {
      if (!variable.startsWith(PREFIX) || fine.contains(ofVariable(variable))) {
        continue;
      }
      String name = ofVariable(variable);
      if (!name.matches(OF_KUBERNETES)) {
        Suggestion.nearest(name, candidates)
            .map(SettingNames::variable)
            .map(meant -> "unknown variable '%s'; did you mean '%s'?".formatted(variable, meant))
            .ifPresent(problems::add);
      }
    }
    return problems;
  }
}
