package dev.assay.platform.testkit;

import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.bundle.EncryptionScheme;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.EnvelopeSpec.ConfigType;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.bundle.Version;
import dev.assay.core.job.Job;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.run.PointResult;
import dev.assay.core.unit.DataSize;
import dev.assay.testkit.EncryptedRuns;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The encrypted benchmark of the story, and what runners say of its entries.
final class StoryEncrypted {
  static final String NAME = "logistic/ckks";

  /// Of entries, by their names.
  private static final Map<String, Double> SLOWER =
      Map.of("chebyshev-7", 1.0, "chebyshev-15", 1.7, "joined-chebyshev-7", 0.98);

  private StoryEncrypted() {}

  static BundleSpec spec() {
    List<Point> points = EncryptedRuns.points(16, 64, 256);
    Job job = EncryptedRuns.job(EncryptionScheme.CKKS, EncryptedMode.SPLIT, points);
    return new BundleSpec(
        new BundleName(NAME),
        Version.parse("1.0.0"),
        job.bundleTitle(),
        job.protocol(),
        "localhost/assay/core",
        List.of("python3", "bundle.py"),
        "solutions/chebyshev-7",
        signature(),
        points,
        job.barSample(),
        job.bar(),
        job.score(),
        job.limits(),
        job.bundleLimits(),
        false,
        List.of(),
        null,
        envelope());
  }

  private static Signature signature() {
    var vector = new ValueType.Tensor(ElementType.F64, List.of(new Dimension.Named("F")));
    var inputs = new LinkedHashMap<String, ValueType>();
    inputs.put("xs", vector);
    inputs.put("ws", vector);
    return new Signature(
        Map.of("F", ElementType.U32), Map.of(), inputs, Map.of("ys", vector), List.of("xs", "ys"));
  }

  private static EnvelopeSpec envelope() {
    var config = new LinkedHashMap<String, ConfigType>();
    config.put("ring_degree", new ConfigType(ElementType.U32, false));
    config.put("modulus_bits", new ConfigType(ElementType.U32, true));
    config.put("scale_bits", new ConfigType(ElementType.U32, false));
    return new EnvelopeSpec(
        "javascript",
        EncryptionScheme.CKKS,
        ElementType.F64,
        128,
        config,
        "ring_degree",
        "modulus_bits",
        new EnvelopeSpec.StageLimits(
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            DataSize.ofGibibytes(1)));
  }

  /// The plan of an entry; absent under other protocols.
  static Job.@Nullable EncryptedPlan plan(BundleSpec spec, Told told) {
    EnvelopeSpec envelope = spec.envelope();
    return envelope == null
        ? null
        : new Job.EncryptedPlan(mode(told), envelope.scheme(), envelope.securityBits());
  }

  private static EncryptedMode mode(Told told) {
    if (told.language() == null) {
      return EncryptedMode.SELF_REPORTED;
    }
    return told.name().startsWith("joined") ? EncryptedMode.JOINED : EncryptedMode.SPLIT;
  }

  /// What came of a point.
  static PointResult at(Told told, Job.EncryptedPlan plan, Point point, List<PlannedCase> planned) {
    boolean hasTrouble = told.name().equals("many-troubles");
    PointResult split =
        hasTrouble && point.name().equals("features-64")
            ? EncryptedRuns.failures(point, planned)
            : hasTrouble && point.name().equals("features-256")
                ? EncryptedRuns.keysTooLarge(point, planned)
                : EncryptedRuns.passed(
                    point, EncryptionScheme.CKKS, planned, SLOWER.getOrDefault(told.name(), 1.3));
    return switch (plan.mode()) {
      case SPLIT -> split;
      case JOINED -> EncryptedRuns.joined(split);
      case SELF_REPORTED -> EncryptedRuns.selfReported(split);
    };
  }
}
