package dev.assay.platform.page.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Score;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.bundle.SelfReported;
import dev.assay.core.bundle.Signature;
import dev.assay.core.bundle.Version;
import dev.assay.core.job.Job;
import dev.assay.core.run.ImageIdentity;
import dev.assay.platform.page.Texts;
import dev.assay.testkit.Runs;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpecChangesTest {
  private static final Job JOB = Runs.job(Runs.points(1024, 2048));
  private static final Texts TEXTS = Texts.english();

  private static BundleSpec spec(
      List<Point> points, Sample sample, Bar bar, Score score, Limits limits, Signature signature) {
    return new BundleSpec(
        new BundleName("polymul/negacyclic"),
        Version.parse("1.0.0"),
        "Title",
        JOB.protocol(),
        "image",
        List.of("python3"),
        null,
        signature,
        points,
        sample,
        bar,
        score,
        limits,
        JOB.bundleLimits(),
        false,
        List.of());
  }

  private static Signature signature(String parameter) {
    return new Signature(Map.of(parameter, ElementType.U32), Map.of(), Map.of(), Map.of());
  }

  private static BundleSpec usual(List<Point> points) {
    return spec(points, JOB.barSample(), JOB.bar(), JOB.score(), JOB.limits(), signature("N"));
  }

  private static ShownVersion version(BundleSpec spec, String hash, String digest) {
    return new ShownVersion(
        1, spec, hash, new ImageIdentity("image", digest), 1, "host", Instant.EPOCH);
  }

  private static List<String> between(BundleSpec before, BundleSpec after) {
    return said(version(before, "a", "sha256:1"), version(after, "b", "sha256:1"));
  }

  private static List<String> said(ShownVersion before, ShownVersion after) {
    return SpecChanges.between(before, after).stream()
        .map(change -> TEXTS.of(change.key(), change.array()))
        .toList();
  }

  @Test
  void namesPointsThatCameAndWent() {
    BundleSpec before = usual(Runs.points(1024, 2048));
    var other = new Point("N1024-W64", Map.of("N", BigDecimal.TEN));
    BundleSpec after = usual(List.of(other, Runs.points(4096).getFirst()));

    assertThat(between(before, after))
        .contains(
            "points added (1): N4096-W64",
            "points taken away (1): N2048-W64",
            "points with other parameters (1): N1024-W64",
            "the content hash, so numbers of the two versions do not compare");
  }

  @Test
  void shortensLongListsOfPoints() {
    BundleSpec after = usual(Runs.points(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));

    assertThat(between(usual(List.of()), after).getFirst())
        .startsWith("points added (10): N1-W64, ")
        .endsWith("N8-W64, …");
  }

  @Test
  void saysWhatIsDemandedNow() {
    Limits old = JOB.limits();
    var limits =
        new Limits(
            old.init(),
            old.caseTime().plusSeconds(5),
            old.cpu(),
            old.build(),
            old.memory(),
            2,
            old.processes(),
            old.output(),
            old.log());
    BundleSpec after =
        spec(
            JOB.points(),
            new Sample(Seeds.parse("1-40"), 2, 3),
            new Bar(new BigDecimal("0.9"), List.of()),
            new Score("error", Fold.MAX, Better.LOWER, SelfReported.RANKED),
            limits,
            signature("M"));

    assertThat(between(usual(JOB.points()), after))
        .contains(
            "sample: seeds 1-20; 2 warm-up and 3 fresh cases beside them → seeds 1-40; 2 warm-up and 3 fresh cases beside them",
            "bar: all cases ok; max of max_abs_err at most 0.0001 → 90 % of the cases ok",
            "score: median of seconds, lower is better → max of error, lower is better",
            "times of a solution's own clock: measured → ranked",
            "limit of a case: 10 s → 15 s",
            "processors: 1 → 2",
            "signature: names or types are others");
  }

  @Test
  void saysWhenTheManifestIsTheSame() {
    BundleSpec spec = usual(JOB.points());

    assertThat(said(version(spec, "a", "sha256:1"), version(spec, "b", "sha256:1")))
        .singleElement()
        .asString()
        .startsWith("files other than the manifest");
    assertThat(said(version(spec, "a", "sha256:1"), version(spec, "a", "sha256:1")))
        .containsExactly("nothing that can change a number: the content hash is the same");
    assertThat(said(version(spec, "a", "sha256:1"), version(spec, "b", "sha256:2")))
        .contains("image: another one (image → image)");
  }
}
