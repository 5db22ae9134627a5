package dev.assay.platform.bundle;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// What `bundle check` found, held to what it finds of a bundle that is proven: every check is
/// there, holds, and is about these very files.
record CheckFindings(List<CheckFinding> all) {
  /// How many other surroundings `make` was executed in.
  private static final int OTHER_PLACES = 2;

  private static final int MOST = 5_000;
  private static final int MOST_REASONS = 10;

  CheckFindings {
    all = List.copyOf(all);
  }

  /// Why the bundle cannot be published, in sentences; empty when it can.
  ///
  /// @param hash content hash of the archive that is to be published
  List<String> refusals(BundleSpec spec, String hash) {
    if (all.isEmpty()) {
      return List.of(
          "there are no findings; `assay bundle publish` checks the bundle and sends them");
    }
    if (all.size() > MOST) {
      return List.of("there are %d findings, %d are read".formatted(all.size(), MOST));
    }
    List<String> failures = failures();
    return failures.isEmpty() ? gaps(spec, hash) : failures;
  }

  private List<String> failures() {
    List<CheckFinding> failed = all.stream().filter(finding -> !finding.passed()).toList();
    var reasons = new ArrayList<String>();
    failed.stream()
        .limit(MOST_REASONS)
        .forEach(finding ->
            reasons.add("%s: %s".formatted(finding.what(), SafeText.shown(finding.detail()))));
    if (failed.size() > MOST_REASONS) {
      reasons.add("and %d more".formatted(failed.size() - MOST_REASONS));
    }
    return reasons;
  }

  private List<String> gaps(BundleSpec spec, String hash) {
    var gaps = new ArrayList<String>();
    if (!has(finding -> finding.what().equals("manifest") && finding.detail().endsWith(hash))) {
      gaps.add(
          "the findings are of another bundle: none of them names the hash %s".formatted(hash));
    }
    if (all.stream().filter(finding -> finding.what().startsWith("make:")).count() < OTHER_PLACES) {
      gaps.add("make was not repeated in other surroundings");
    }
    if (!has(finding -> finding.what().equals("reference"))) {
      gaps.add("the reference was not measured");
    }
    for (Point point : spec.points()) {
      if (!has(finding -> finding.what().equals("refusals at " + point.name()))) {
        gaps.add("no spoiled answers were tried at %s".formatted(point.name()));
      }
    }
    return gaps.size() > MOST_REASONS ? gaps.subList(0, MOST_REASONS) : gaps;
  }

  private boolean has(Predicate<CheckFinding> wanted) {
    return all.stream().anyMatch(wanted);
  }
}
