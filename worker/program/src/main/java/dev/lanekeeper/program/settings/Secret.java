package dev.lanekeeper.program.settings;

import java.util.Map;
import java.util.Optional;

/** What is never an option, never in the file of settings, and never printed. */
public enum Secret {
  ACCESS_KEY,
  SECRET_KEY,
  DB_PASSWORD;

  private static final String MASK = "***";

  /** The variable that holds it; with {@code _FILE} behind, the one that names its file. */
  public String variable() {
    return "LANEKEEPER_" + name();
  }

  /**
   * The secret; empty when it is not set.
   *
   * @throws dev.lanekeeper.program.ProgramException when the file cannot be read, or both variables
   *     are set
   */
  public Optional<String> read(Map<String, String> environment) {
    return Secrets.read(environment, variable());
  }

  /** That it is set, and where; never what it is. */
  Optional<Setting> masked(Map<String, String> environment) {
    for (String variable : new String[] {variable(), variable() + "_FILE"}) {
      if (!environment.getOrDefault(variable, "").isEmpty()) {
        return Optional.of(new Setting(settingName(), MASK, variable + " in the environment"));
      }
    }
    return Optional.empty();
  }

  /** How an option of its name would be called. */
  String settingName() {
    return SettingNames.ofVariable(variable());
  }
}
