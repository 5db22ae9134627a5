package dev.assay.platform.testkit;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Dimension;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Requirement;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.bundle.SelfReported;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.bundle.Version;
import dev.assay.core.job.Job;
import dev.assay.testkit.Runs;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Bundles of the story.
final class StorySpecs {
  static final Score SECONDS =
      new Score(Score.SECONDS, Fold.MEDIAN, Better.LOWER, SelfReported.MEASURED);
  static final Score RATE = new Score("rate", Fold.MEDIAN, Better.HIGHER, SelfReported.MEASURED);

  private StorySpecs() {}

  static BundleSpec spec(
      String name, String version, String title, List<Point> points, Sample sample, Score score) {
    Job usual = Runs.job(points);
    return new BundleSpec(
        new BundleName(name),
        Version.parse(version),
        title,
        usual.protocol(),
        "localhost/assay/core",
        List.of("python3", "bundle.py"),
        "solutions/schoolbook",
        signature(),
        points,
        sample,
        new Bar(
            BigDecimal.ONE,
            List.of(new Requirement("max_abs_err", Fold.MAX, new BigDecimal("1e-4"), null))),
        score,
        usual.limits(),
        usual.bundleLimits(),
        false,
        List.of());
  }

  private static Signature signature() {
    var params = new LinkedHashMap<String, ElementType>();
    params.put("N", ElementType.U32);
    params.put("W", ElementType.U32);
    var matrix =
        new ValueType.Tensor(
            ElementType.U32, List.of(new Dimension.Named("N"), new Dimension.Named("L")));
    var inputs = new LinkedHashMap<String, ValueType>();
    inputs.put("a", matrix);
    inputs.put("b", matrix);
    return new Signature(
        params, Map.of("L", new ValueType.Scalar(ElementType.U32)), inputs, Map.of("c", matrix));
  }

  /// Seeds 1 to `seeds`, two warm-up and three fresh cases.
  static Sample sample(int seeds) {
    return new Sample(Seeds.parse(seeds == 1 ? "1" : "1-" + seeds), 2, 3);
  }

  /// A family of five points over N, and one beside it.
  static List<Point> family() {
    var points = new ArrayList<>(Runs.points(1024, 2048, 4096, 8192, 16384));
    points.add(point(4096, 32));
    return points;
  }

  static Point point(int n, int w) {
    var params = new LinkedHashMap<String, BigDecimal>();
    params.put("N", BigDecimal.valueOf(n));
    params.put("W", BigDecimal.valueOf(w));
    return new Point(Point.defaultName(params), params);
  }

  static List<Point> hundred() {
    return Runs.points(IntStream.rangeClosed(1, 100).map(i -> 64 * i).toArray());
  }
}
