package dev.assay.core.judge;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.Requirement;
import dev.assay.core.bundle.Sample;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Judges a point: a pure function of the bar, the sample that the bar is defined over, and the
/// cases.
///
/// Every case counts, warm-up and fresh ones too: they are judged like any. A sample smaller than
/// the bar's is measured and not judged; so is a point where a case was lost to the platform or to
/// a cancelled run, since that is not the author's.
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
    Verdict verdict = judgeCases(bar, sample, point.cases(), bounded(point));
    return point.measurements() == null ? verdict : ofProgram(verdict, point.cases());
  }

  /// The same in the words of whole programs, with what came first of what was not right.
  private static Verdict ofProgram(Verdict verdict, List<CaseResult> cases) {
    String reason =
        verdict
            .reason()
            .replace(" cases ok", cases.size() == 1 ? " measurement right" : " measurements right");
    Optional<CaseResult> failed =
        cases.stream().filter(one -> one.status() != Status.OK).findFirst();
    if (verdict.outcome() != Verdict.Outcome.FAIL || failed.isEmpty()) {
      return new Verdict(verdict.outcome(), reason.replace("all 1 measurement right", "right"));
    }
    Cause cause = failed.get().cause();
    String why = cause == null ? failed.get().status().text() : cause.text();
    return failed.get().status() == Status.LOST
        ? new Verdict(verdict.outcome(), why)
        : new Verdict(
            verdict.outcome(), "%s: %s (%s)".formatted(failed.get().status().text(), why, reason));
  }

  /// The cases that a requirement is about: of a whole program those whose output was verified,
  /// since repeats print to nowhere.
  private static List<CaseResult> bounded(PointResult point) {
    List<ProgramMeasurement> measurements = point.measurements();
    return measurements == null
        ? point.cases()
        : IntStream.range(0, point.cases().size())
            .filter(i -> i >= measurements.size() || measurements.get(i).verified())
            .mapToObj(point.cases()::get)
            .toList();
  }

  /// @param cases every case of the point, in any order
  public static Verdict judgeCases(Bar bar, Sample sample, List<CaseResult> cases) {
    return judgeCases(bar, sample, cases, cases);
  }

  /// @param bounded those that requirements are about
  private static Verdict judgeCases(
      Bar bar, Sample sample, List<CaseResult> cases, List<CaseResult> bounded) {
    Optional<String> unmeasured = whyUnmeasured(sample, cases).or(() -> whyPending(bar, cases));
    return unmeasured.isPresent() ? notJudged(unmeasured.get()) : judgeAll(bar, cases, bounded);
  }

  private static Optional<String> whyUnmeasured(Sample sample, List<CaseResult> cases) {
    long platform = count(cases, result -> isCausedBy(result, Cause.Code.PLATFORM));
    if (platform > 0) {
      return Optional.of(
          "the platform is at fault for %d of %d cases".formatted(platform, cases.size()));
    }
    long cancelled = count(cases, result -> isCausedBy(result, Cause.Code.CANCELLED));
    if (cancelled > 0) {
      return Optional.of(
          "cancelled after %d of %d cases".formatted(cases.size() - cancelled, cases.size()));
    }
    return whyTooFew(sample, cases);
  }

  /// Answers that nobody has looked at are no answers yet.
  private static Optional<String> whyPending(Bar bar, List<CaseResult> cases) {
    long open =
        bar.isJudgedByReference()
            ? count(
                cases,
                result ->
                    result.kind() == CaseKind.SAMPLE
                        && result.status() == Status.OK
                        && result.verification() == null)
            : 0;
    return open == 0
        ? Optional.empty()
        : Optional.of(
            "reference pending: it has not answered %d of the %d cases yet"
                .formatted(open, count(cases, result -> result.kind() == CaseKind.SAMPLE)));
  }

  private static Optional<String> whyTooFew(Sample sample, List<CaseResult> cases) {
    Set<Long> missing = new HashSet<>(sample.seeds().values());
    cases.stream()
        .filter(result -> result.kind() == CaseKind.SAMPLE)
        .forEach(result -> missing.remove(result.seed()));
    if (!missing.isEmpty() || cases.isEmpty()) {
      int planned = sample.seeds().count();
      return Optional.of(
          "%d of the bar's %d seeds measured".formatted(planned - missing.size(), planned));
    }
    return whyTooFew("warm-up", CaseKind.WARMUP, sample.warmup(), cases)
        .or(() -> whyTooFew("fresh", CaseKind.FRESH, sample.fresh(), cases));
  }

  private static Optional<String> whyTooFew(
      String name, CaseKind kind, int planned, List<CaseResult> cases) {
    long measured = count(cases, result -> result.kind() == kind);
    return measured >= planned
        ? Optional.empty()
        : Optional.of("%d of the bar's %d %s cases measured".formatted(measured, planned, name));
  }

  private static boolean isCausedBy(CaseResult result, Cause.Code code) {
    Cause cause = result.cause();
    return cause != null && cause.code() == code;
  }

  private static long count(List<CaseResult> cases, Predicate<CaseResult> condition) {
    return cases.stream().filter(condition).count();
  }

  private static Verdict judgeAll(Bar bar, List<CaseResult> cases, List<CaseResult> bounded) {
    long ok = cases.stream().filter(result -> result.status() == Status.OK).count();
    int required = bar.casesRequired(cases.size());
    var failures = new ArrayList<String>();
    if (ok < required) {
      failures.add(
          "%d of %d cases ok, the bar asks for %s"
              .formatted(ok, cases.size(), asked(required, cases.size())));
    }
    for (Requirement requirement : bar.require()) {
      failureOf(requirement, bounded).ifPresent(failures::add);
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
      if (value == null || !Double.isFinite(value)) {
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
    if (atMost != null && folded > bound(atMost)) {
      return Optional.of("at most " + atMost);
    }
    BigDecimal atLeast = requirement.atLeast();
    if (atLeast != null && folded < bound(atLeast)) {
      return Optional.of("at least " + atLeast);
    }
    return Optional.empty();
  }

  /// The bound is read as the nearest double, as the metric was: 1e-4 in a verdict is not above
  /// 1e-4 in a manifest.
  private static double bound(BigDecimal bound) {
    return bound.doubleValue();
  }

  private static Verdict notJudged(String reason) {
    return new Verdict(Verdict.Outcome.NOT_JUDGED, reason);
  }
}
