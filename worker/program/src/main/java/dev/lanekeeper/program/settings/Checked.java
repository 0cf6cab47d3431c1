package dev.lanekeeper.program.settings;

import java.util.Map;

/** A command whose settings can be wrong although each was understood. */
public interface Checked {

  /**
   * Collects what is out of its bounds or contradicts something else; touches nothing outside this
   * process but files that hold secrets.
   *
   * @param environment where the secrets are
   */
  void check(Problems problems, Map<String, String> environment);
}
