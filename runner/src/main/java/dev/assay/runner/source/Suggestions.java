package dev.assay.runner.source;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// The end of a message about a name that does not exist: which ones do.
final class Suggestions {
  private static final int SHOWN = 5;

  private Suggestions() {}

  /// A clause such as `; the nearest of its branches and tags: main, v1.0`.
  static String nearest(String name, Collection<String> branchesAndTags) {
    if (branchesAndTags.isEmpty()) {
      return "; the repository has no branches and no tags";
    }
    List<String> nearest =
        branchesAndTags.stream()
            .distinct()
            .sorted(
                Comparator.comparingInt((String other) -> distance(name, other))
                    .thenComparing(Comparator.naturalOrder()))
            .limit(SHOWN)
            .toList();
    return "; the nearest of its branches and tags: " + String.join(", ", nearest);
  }

  /// Levenshtein's distance.
  private static int distance(String left, String right) {
    int[] row = new int[right.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[right.length()];
  }
}
