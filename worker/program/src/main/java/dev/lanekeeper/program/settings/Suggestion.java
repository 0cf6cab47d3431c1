package dev.lanekeeper.program.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that a mistyped one was probably meant to be. */
public final class Suggestion {
  private Suggestion() {}

  /** Returns {@code ; did you mean 'name'?} to end an error with, or nothing when none is near. */
  public static String didYouMean(String word, Collection<String> candidates) {
    return nearest(word, candidates).map(name -> "; did you mean '" + name + "'?").orElse("");
  }

  /**
   * Returns the candidate that begins like the word, or that at most a third of the letters set
   * apart from it.
   */
  public static Optional<String> nearest(String word, Collection<String> candidates) {
    return candidates.stream()
        .filter(candidate -> isNear(word, candidate))
        .min(
            Comparator.comparingInt((String candidate) -> distance(word, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static boolean isNear(String word, String candidate) {
    int allowed = Math.max(1, Math.max(word.length(), candidate.length()) / 3);
    return distance(word, candidate) <= allowed
        || (word.length() >= 3 && lower(candidate).startsWith(lower(word)));
  }

  /**
   * How many letters must be put in, left out, changed or swapped with their neighbour, whatever
   * their case.
   */
  private static int distance(String one, String other) {
    String first = lower(one);
    String second = lower(other);
    int[][] distance = new int[first.length() + 1][second.length() + 1];
    for (int i = 0; i <= first.length(); i++) {
      for (int j = 0; j <= second.length(); j++) {
        if (i == 0 || j == 0) {
          distance[i][j] = i + j;
          continue;
        }
        int change = first.charAt(i - 1) == second.charAt(j - 1) ? 0 : 1;
        distance[i][j] =
            Math.min(
                distance[i - 1][j - 1] + change,
                1 + Math.min(distance[i - 1][j], distance[i][j - 1]));
        if (i > 1
            && j > 1
            && first.charAt(i - 1) == second.charAt(j - 2)
            && first.charAt(i - 2) == second.charAt(j - 1)) {
          distance[i][j] = Math.min(distance[i][j], distance[i - 2][j - 2] + 1);
        }
      }
    }
    return distance[first.length()][second.length()];
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
