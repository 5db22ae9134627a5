package dev.assay.core.run;

import dev.assay.core.bundle.AddedLater;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What came of one point.
///
/// @param params the point's parameters
/// @param derived scalars that `make` computed
/// @param bundleError what the bundle did wrong here; absent when it did its work
/// @param platformError what the sandbox or the machine did wrong here; absent when nothing
/// @param initNanos wall time from start to `ready` on the runner's clock; absent when it never was
/// @param process the solution's process; absent when it never started
/// @param retries processes that measured disturbed cases again, in order
/// @param make the bundle's `make`; absent when it never started
/// @param verify the bundle's `verify`; absent when it never started
/// @param suspicions of the whole point
/// @param measurements under the protocol `program`, the one that each case is the result of, in
///   the order of the cases; a case that was not executed has none. Absent under other protocols
/// @param encrypted under the protocol `encrypted`, what there is beside the cases. Absent under
///   other protocols
public record PointResult(
    String point,
    Map<String, BigDecimal> params,
    Map<String, BigDecimal> derived,
    @Nullable String bundleError,
    @Nullable String platformError,
    List<StageClock> stages,
    @Nullable Long initNanos,
    @Nullable ProcessResult process,
    @AddedLater List<ProcessResult> retries,
    @Nullable ProcessResult make,
    @Nullable ProcessResult verify,
    List<CaseResult> cases,
    List<String> remarks,
    List<Suspicion> suspicions,
    @Nullable List<ProgramMeasurement> measurements,
    @Nullable EncryptedPoint encrypted) {
  public PointResult {
    params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
    derived = Collections.unmodifiableMap(new LinkedHashMap<>(derived));
    retries = List.copyOf(retries);
    stages = List.copyOf(stages);
    cases = List.copyOf(cases);
    remarks = List.copyOf(remarks);
    suspicions = List.copyOf(suspicions);
    measurements = measurements == null ? null : List.copyOf(measurements);
  }

  /// A point of another protocol than `encrypted`.
  public PointResult(
      String point,
      Map<String, BigDecimal> params,
      Map<String, BigDecimal> derived,
      @Nullable String bundleError,
      @Nullable String platformError,
      List<StageClock> stages,
      @Nullable Long initNanos,
      @Nullable ProcessResult process,
      List<ProcessResult> retries,
      @Nullable ProcessResult make,
      @Nullable ProcessResult verify,
      List<CaseResult> cases,
      List<String> remarks,
      List<Suspicion> suspicions,
      @Nullable List<ProgramMeasurement> measurements) {
    this(
        point,
        params,
        derived,
        bundleError,
        platformError,
        stages,
        initNanos,
        process,
        retries,
        make,
        verify,
        cases,
        remarks,
        suspicions,
        measurements,
        null);
  }

  /// A point of the protocol `call`.
  public PointResult(
      String point,
      Map<String, BigDecimal> params,
      Map<String, BigDecimal> derived,
      @Nullable String bundleError,
      @Nullable String platformError,
      List<StageClock> stages,
      @Nullable Long initNanos,
      @Nullable ProcessResult process,
      List<ProcessResult> retries,
      @Nullable ProcessResult make,
      @Nullable ProcessResult verify,
      List<CaseResult> cases,
      List<String> remarks,
      List<Suspicion> suspicions) {
    this(
        point,
        params,
        derived,
        bundleError,
        platformError,
        stages,
        initNanos,
        process,
        retries,
        make,
        verify,
        cases,
        remarks,
        suspicions,
        null);
  }

  /// The same point with other results of its cases.
  ///
  /// @param fault what the bundle did wrong here; absent when it did its work
  public PointResult with(@Nullable String fault, List<CaseResult> judged) {
    return new PointResult(
        point,
        params,
        derived,
        fault,
        platformError,
        stages,
        initNanos,
        process,
        retries,
        make,
        verify,
        judged,
        remarks,
        suspicions,
        measurements,
        encrypted);
  }

  /// The same point with what the protocol `encrypted` adds.
  public PointResult with(EncryptedPoint added) {
    return new PointResult(
        point,
        params,
        derived,
        bundleError,
        platformError,
        stages,
        initNanos,
        process,
        retries,
        make,
        verify,
        cases,
        remarks,
        suspicions,
        measurements,
        added);
  }
}
