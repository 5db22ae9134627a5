package dev.assay.platform.page.run;

import dev.assay.core.encrypted.EncryptedFigures;
import dev.assay.core.encrypted.EncryptedRanking;
import dev.assay.core.run.PointResult;
import dev.assay.core.text.SafeText;
import dev.assay.platform.report.EncryptedView;
import dev.assay.platform.report.Fact;
import dev.assay.platform.report.StageStack;
import dev.assay.platform.run.RunReading;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What the page of an encrypted run shows of its points.
///
/// @param unranked why such a run is never ranked, or empty
/// @param facts mode, scheme, parameters; of the first point that has them
/// @param points with their bars
/// @param more how many points with bars are left out
record EncryptedPart(String unranked, List<Fact> facts, List<PointStages> points, int more) {
  private static final int MOST = 6;

  /// @param address of the point's page
  /// @param stacks the bar of one case, and the one of what is done once
  record PointStages(String name, String address, List<StageStack> stacks) {}

  /// Absent under other protocols.
  static @Nullable EncryptedPart of(RunReading reading, RunAddresses addresses) {
    var plan = reading.run().job().encrypted();
    if (plan == null) {
      return null;
    }
    var points = new ArrayList<PointStages>();
    List<Fact> facts = List.of();
    for (PointResult one : new TreeMap<>(reading.results()).values()) {
      EncryptedView view = EncryptedView.of(reading.run().job(), one);
      if (view != null && facts.isEmpty()) {
        facts = view.facts();
      }
      EncryptedFigures.of(one)
          .map(EncryptedView::stacks)
          .filter(stacks -> !stacks.isEmpty())
          .ifPresent(stacks ->
              points.add(
                  new PointStages(
                      SafeText.oneLine(one.point()), addresses.point(one.point()), stacks)));
    }
    return new EncryptedPart(
        EncryptedRanking.whyNever(plan).orElse(""),
        facts,
        points.stream().limit(MOST).toList(),
        Math.max(0, points.size() - MOST));
  }
}
