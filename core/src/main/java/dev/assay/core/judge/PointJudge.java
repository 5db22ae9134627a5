package dev.assay.core.judge;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.Requirement;
import dev.assay.core.bundle.Sample;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Judges a point: a pure function of the bar, the sample that the bar is defined over, and the
/// cases.
///
/// Every case counts, warm-up and fresh ones too: they are judged like any. A sample smaller than
/// the bar's is measured and not judged.
public final class PointJudge {
  private PointJudge() {}

  /// @param point absent when the point was never measured
  /// @param whyAbsent why there is nothing to judge, used when `point` is absent
  public static Verdict judge(
      Bar bar, Sample sample, @Nullable PointResult point, String whyAbsent) {
    if (point == null) {
      return notJudged(whyAbsent);
    }
    if (point.bundleError() != null) {
      return notJudged("the bundle is at fault: " + point.bundleError());
    }
    if (point.platformError() != null) {
      return notJudged("the platform is at fault: " + point.platformError());
    }
    return judgeCases(bar, sample, point.cases());
  }

  /// @param cases every case of the point, in any order
  public static Verdict judgeCases(Bar bar, Sample sample, List<CaseResult> cases) {
    Set<Long> missing = new HashSet<>(sample.seeds().values());
    cases.stream()
        .filter(result -> result.kind() == CaseKind.SAMPLE)
        .forEach(result -> missing.remove(result.seed()));
    if (!missing.isEmpty() || cases.isEmpty()) {
      int planned = sample.seeds().count();
      return notJudged(
          "%d of the bar's %d seeds measured".formatted(planned - missing.size(), planned));
    }
    return judgeAll(bar, cases);
  }

  private static Verdict judgeAll(Bar bar, List<CaseResult> cases) {
    long ok = cases.stream().filter(result -> result.status() == Status.OK).count();
    int required = bar.casesRequired(cases.size());
    var failures = new ArrayList<String>();
    if (ok < required) {
      failures.add(
          "%d of %d cases ok, the bar asks for %s"
              .formatted(ok, cases.size(), asked(required, cases.size())));
    }
    for (Requirement requirement : bar.require()) {
      failureOf(requirement, cases).ifPresent(failures::add);
    }
    if (failures.isEmpty()) {
      String share =
          ok == cases.size()
              ? "all %d cases ok".formatted(ok)
              : "%d of %d cases ok".formatted(ok, cases.size());
      return new Verdict(Verdict.Outcome.PASS, share);
    }
    return new Verdict(Verdict.Outcome.FAIL, String.join("; ", failures));
  }

  private static String asked(int required, int count) {
    return required == count ? "all" : Integer.toString(required);
  }

  private static Optional<String> failureOf(Requirement requirement, List<CaseResult> cases) {
    var values = new ArrayList<Double>();
    for (CaseResult result : cases) {
      Verification verification = result.verification();
      Double value = verification == null ? null : verification.metrics().get(requirement.metric());
      if (value == null || value.isNaN()) {
        return Optional.of(
            "case %d has no %s, which the bar bounds"
                .formatted(result.index(), requirement.metric()));
      }
      values.add(value);
    }
    double folded = Folding.fold(requirement.fold(), values).orElseThrow();
    return boundBroken(requirement, folded)
        .map(bound ->
            "%s of %s is %s, the bar asks for %s"
                .formatted(requirement.fold().text(), requirement.metric(), folded, bound));
  }

  private static Optional<String> boundBroken(Requirement requirement, double folded) {
    BigDecimal atMost = requirement.atMost();
    if (atMost != null && compare(folded, atMost) > 0) {
      return Optional.of("at most " + atMost);
    }
    BigDecimal atLeast = requirement.atLeast();
    if (atLeast != null && compare(folded, atLeast) < 0) {
      return Optional.of("at least " + atLeast);
    }
    return Optional.empty();
  }

  /// The bound is read as the nearest double, as the metric was: 1e-4 in a verdict is not above
  /// 1e-4 in a manifest.
  private static int compare(double folded, BigDecimal bound) {
    return Double.compare(folded, bound.doubleValue());
  }

  private static Verdict notJudged(String reason) {
    return new Verdict(Verdict.Outcome.NOT_JUDGED, reason);
  }
}
