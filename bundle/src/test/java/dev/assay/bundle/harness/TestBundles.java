package dev.assay.bundle.harness;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.BundleLimits;
import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.EncryptionScheme;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.EnvelopeSpec.ConfigType;
import dev.assay.core.bundle.EnvelopeSpec.StageLimits;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.bundle.SelfReported;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.bundle.Version;
import dev.assay.core.unit.DataSize;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Bundles that the tests of harnesses work on.
final class TestBundles {
  private TestBundles() {}

  /// The signature of the design's example.
  static BundleSpec polymul() {
    var params = new LinkedHashMap<String, ElementType>();
    params.put("N", ElementType.U32);
    params.put("W", ElementType.U32);
    var derived = new LinkedHashMap<String, ValueType>();
    derived.put("L", new ValueType.Scalar(ElementType.U32));
    derived.put("q", tensor(ElementType.U32, "L"));
    var inputs = new LinkedHashMap<String, ValueType>();
    inputs.put("a", tensor(ElementType.U32, "N", "L"));
    inputs.put("b", tensor(ElementType.U32, "N", "L"));
    return bundle(
        "polymul/negacyclic",
        new Signature(params, derived, inputs, Map.of("c", tensor(ElementType.U32, "N", "L"))));
  }

  /// Every element type as parameter, derived scalar, derived tensor, scalar and tensor, and bytes.
  /// Each output `NAME_out` has the type of the input, parameter or derived value `NAME`.
  static BundleSpec everything() {
    var params = new LinkedHashMap<String, ElementType>();
    var derived = new LinkedHashMap<String, ValueType>();
    var inputs = new LinkedHashMap<String, ValueType>();
    params.put("N", ElementType.U32);
    for (ElementType element : ElementType.values()) {
      params.put("p_" + element, element);
      derived.put("d_" + element, new ValueType.Scalar(element));
      derived.put("t_" + element, tensor(element, "N", "3"));
      inputs.put("s_" + element, new ValueType.Scalar(element));
      inputs.put("v_" + element, tensor(element, "N", "2", "d_u8"));
    }
    derived.put("table", new ValueType.Bytes());
    inputs.put("text", new ValueType.Bytes());
    var outputs = new LinkedHashMap<String, ValueType>();
    params.forEach((name, element) -> outputs.put(name + "_out", new ValueType.Scalar(element)));
    derived.forEach((name, type) -> outputs.put(name + "_out", type));
    inputs.forEach((name, type) -> outputs.put(name + "_out", type));
    return bundle("test/everything", new Signature(params, derived, inputs, outputs));
  }

  /// One tensor of `N` numbers in, the same out.
  static BundleSpec vector(ElementType element) {
    return bundle(
        "test/vector",
        new Signature(
            Map.of("N", ElementType.U32),
            Map.of(),
            Map.of("x", tensor(element, "N")),
            Map.of("y", tensor(element, "N"))));
  }

  /// Secret and public values in both directions.
  ///
  /// @param language of the client's half
  static BundleSpec encrypted(String language) {
    var inputs = new LinkedHashMap<String, ValueType>();
    inputs.put("xs", tensor(ElementType.I64, "N"));
    inputs.put("weight", new ValueType.Scalar(ElementType.I64));
    var outputs = new LinkedHashMap<String, ValueType>();
    outputs.put("ys", tensor(ElementType.I64, "N"));
    outputs.put("note", new ValueType.Bytes());
    Map<String, ConfigType> config = new LinkedHashMap<>();
    config.put("ring_degree", new ConfigType(ElementType.U32, false));
    config.put("modulus_bits", new ConfigType(ElementType.U32, true));
    config.put("scale", new ConfigType(ElementType.F64, false));
    config.put("label", new ConfigType(null, false));
    config.put("shift", new ConfigType(ElementType.I64, false));
    Duration time = Duration.ofSeconds(10);
    var envelope =
        new EnvelopeSpec(
            language,
            EncryptionScheme.BFV,
            ElementType.I64,
            128,
            config,
            "ring_degree",
            "modulus_bits",
            new StageLimits(time, time, time, time, time, DataSize.ofGibibytes(1)));
    return bundle(
        "test/encrypted",
        Protocol.ENCRYPTED,
        new Signature(Map.of("N", ElementType.U32), Map.of(), inputs, outputs, List.of("xs", "ys")),
        envelope);
  }

  static ValueType tensor(ElementType element, String... dimensions) {
    return new ValueType.Tensor(
        element, Stream.of(dimensions).map(TestBundles::dimension).toList());
  }

  private static Dimension dimension(String text) {
    return Character.isDigit(text.charAt(0))
        ? new Dimension.Fixed(Long.parseLong(text))
        : new Dimension.Named(text);
  }

  static BundleSpec bundle(String name, Signature signature) {
    return bundle(name, Protocol.CALL, signature, null);
  }

  private static BundleSpec bundle(
      String name, Protocol protocol, Signature signature, @Nullable EnvelopeSpec envelope) {
    return new BundleSpec(
        new BundleName(name),
        Version.parse("1.2.0"),
        "A bundle for tests",
        protocol,
        "localhost/assay/core",
        List.of("python3", "bundle.py"),
        null,
        signature,
        List.of(),
        new Sample(Seeds.parse("1-3"), 0, 0),
        new Bar(BigDecimal.ONE, List.of()),
        new Score("seconds", Fold.MEDIAN, Better.LOWER, SelfReported.MEASURED),
        new Limits(
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofMinutes(10),
            DataSize.parse("1GiB").orElseThrow(),
            1,
            256,
            DataSize.parse("64MiB").orElseThrow(),
            DataSize.parse("1MiB").orElseThrow()),
        new BundleLimits(
            Duration.ofMinutes(5), Duration.ofMinutes(5), DataSize.parse("2GiB").orElseThrow()),
        false,
        List.of(),
        null,
        envelope);
  }
}
