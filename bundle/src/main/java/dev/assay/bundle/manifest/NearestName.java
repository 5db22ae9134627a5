package dev.assay.bundle.manifest;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/// Finds the known name that a mistyped one was probably meant to be.
public final class NearestName {
  private NearestName() {}

  /// The known name with the fewest edits (insert, drop, replace, swap two neighbours); empty when
  /// even that one takes more than a third of the name's length, and at least two, edits. A name
  /// that was cut short, after three letters or more, is near as well.
  public static Optional<String> find(String typed, Collection<String> known) {
    String wanted = typed.toLowerCase(Locale.ROOT);
    int best = Math.max(2, wanted.length() / 3) + 1;
    Optional<String> nearest = Optional.empty();
    for (String name : known) {
      String candidate = name.toLowerCase(Locale.ROOT);
      boolean cutShort = wanted.length() >= 3 && candidate.startsWith(wanted);
      int edits = cutShort ? 1 : edits(wanted, candidate);
      if (edits < best && edits < name.length()) {
        best = edits;
        nearest = Optional.of(name);
      }
    }
    return nearest;
  }

  /// The distance of Damerau and Levenshtein, restricted to one edit per place (optimal string
  /// alignment).
  static int edits(String left, String right) {
    int[][] cost = new int[left.length() + 1][right.length() + 1];
    for (int i = 0; i <= left.length(); i++) {
      cost[i][0] = i;
    }
    for (int j = 0; j <= right.length(); j++) {
      cost[0][j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      for (int j = 1; j <= right.length(); j++) {
        int replaced = cost[i - 1][j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        if (i > 1 && j > 1 && swapped(left, i, right, j)) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[left.length()][right.length()];
  }

  private static boolean swapped(String left, int i, String right, int j) {
    return left.charAt(i - 1) == right.charAt(j - 2) && left.charAt(i - 2) == right.charAt(j - 1);
  }
}
