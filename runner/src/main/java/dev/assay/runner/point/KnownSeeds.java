package dev.assay.runner.point;

import dev.assay.core.judge.SeedFamiliarity;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Holds the windows on seeds that everybody knows against those on fresh ones.
public final class KnownSeeds {
  private KnownSeeds() {}

  /// @param cases of a point
  public static Optional<Suspicion> suspect(List<CaseResult> cases) {
    var known = new ArrayList<Double>();
    var fresh = new ArrayList<Double>();
    for (CaseResult result : cases) {
      Double seconds = result.seconds();
      if (result.status() == Status.OK && seconds != null) {
        switch (result.kind()) {
          case SAMPLE -> known.add(seconds);
          case FRESH -> fresh.add(seconds);
          case WARMUP -> {}
        }
      }
    }
    return SeedFamiliarity.suspect(known, fresh);
  }
}
