package dev.assay.core.encrypted;

import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.EncryptedPoint;
import dev.assay.core.run.EncryptedPoint.EncryptedCase;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/// What was read off each answer of an encrypted point: by the envelope, before it was decrypted,
/// or by the verifier, after that.
///
/// @param name of the meter, as in `noise_budget_bits`, or of the verifier's metric
/// @param values of all cases that have one, in the order of hand-over
public record Meter(String name, List<Value> values) {
  /// Bits of noise that an answer could still have taken (BFV, BGV).
  public static final String NOISE_BUDGET = "noise_budget_bits";

  /// Multiplications that are left.
  public static final String LEVEL = "level";

  /// Bits of the scale (CKKS).
  public static final String SCALE = "scale_bits";

  /// Bits of the worst slot of an answer that are right; the verifier's.
  public static final String WORST_PRECISION = "precision_bits_worst";

  /// Bits that are right, in the mean of the slots; the verifier's.
  public static final String MEAN_PRECISION = "precision_bits_mean";

  /// Those of the envelope.
  public static final List<String> OF_ENVELOPE = List.of(NOISE_BUDGET, LEVEL, SCALE);

  /// Those of the verifier.
  public static final List<String> OF_VERIFIER = List.of(WORST_PRECISION, MEAN_PRECISION);

  public Meter {
    values = List.copyOf(values);
  }

  /// @param value finite
  public record Value(int index, long seed, CaseKind kind, Status status, double value) {
    boolean isCounted() {
      return kind == CaseKind.SAMPLE && status == Status.OK;
    }
  }

  /// The meters of a point that have values, those of the envelope first.
  public static List<Meter> of(PointResult point) {
    EncryptedPoint encrypted = point.encrypted();
    if (encrypted == null) {
      return List.of();
    }
    var read = new HashMap<Integer, Map<String, BigDecimal>>();
    for (EncryptedCase one : encrypted.cases()) {
      read.put(one.index(), one.meters());
    }
    var meters = new ArrayList<Meter>();
    for (String name : OF_ENVELOPE) {
      meters.add(
          of(name, point.cases(), one -> read.getOrDefault(one.index(), Map.of()).get(name)));
    }
    for (String name : OF_VERIFIER) {
      meters.add(of(name, point.cases(), one -> metric(one, name)));
    }
    return meters.stream().filter(one -> !one.values().isEmpty()).toList();
  }

  /// Where a case's value is.
  private interface Source {
    @Nullable Number find(CaseResult one);
  }

  private static Meter of(String name, List<CaseResult> cases, Source source) {
    var values = new ArrayList<Value>();
    for (CaseResult one : cases) {
      Number found = source.find(one);
      if (found != null && Double.isFinite(found.doubleValue())) {
        values.add(
            new Value(one.index(), one.seed(), one.kind(), one.status(), found.doubleValue()));
      }
    }
    return new Meter(name, values);
  }

  private static @Nullable Number metric(CaseResult one, String name) {
    Verification verification = one.verification();
    return verification == null ? null : verification.metrics().get(name);
  }

  /// Over the ok cases of the sample.
  public OptionalDouble least() {
    return counted().min();
  }

  /// Over the ok cases of the sample.
  public OptionalDouble mean() {
    return counted().average();
  }

  private DoubleStream counted() {
    return values.stream().filter(Value::isCounted).mapToDouble(Value::value).sorted();
  }
}
