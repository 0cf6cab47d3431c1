package dev.lanekeeper.program.broker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A failure taken apart: itself, its causes and what was suppressed, in this order, each once. */
final class FailureParts {
  private FailureParts() {}

  static List<Throwable> of(Throwable failure) {
    List<Throwable> parts = new ArrayList<>();
    collect(failure, parts, Collections.newSetFromMap(new IdentityHashMap<>()));
    return parts;
  }

  private static void collect(
      @Nullable Throwable part, List<Throwable> parts, Set<Throwable> seen) {
    if (part == null || !seen.add(part)) {
      return;
    }
    parts.add(part);
    collect(part.getCause(), parts, seen);
    for (Throwable suppressed : part.getSuppressed()) {
      collect(suppressed, parts, seen);
    }
  }
}
