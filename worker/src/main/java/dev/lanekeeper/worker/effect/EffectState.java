package dev.lanekeeper.worker.effect;

import java.util.Arrays;

/** What is known of an effect. */
public enum EffectState {
  /** Somebody has claimed it, and may have called. */
  IN_PROGRESS("in_progress"),
  /** It happened, and its result is stored. */
  DONE("done"),
  /** It is known not to have happened. */
  FAILED("failed"),
  /** Whoever called is gone, or heard no answer: it may have happened or not. */
  UNKNOWN("unknown");

  private final String label;

  EffectState(String label) {
    this.label = label;
  }

  /** How it is stored and shown. */
  public String label() {
    return label;
  }

  /** The state of this name. */
  public static EffectState ofLabel(String label) {
    return Arrays.stream(values())
        .filter(state -> state.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no state of an effect: " + label));
  }
}
