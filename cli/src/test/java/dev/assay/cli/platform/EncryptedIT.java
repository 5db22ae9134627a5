package dev.assay.cli.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.bundle.scaffold.BundleScaffold;
import dev.assay.core.bundle.BundleName;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.bundle.Point;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.EncryptedPoint;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.Suspicion;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.run.RunView;
import dev.assay.platform.standing.StandingView;
import dev.assay.platform.standing.StandingView.PlaceView;
import dev.assay.runner.job.SourceIdentity;
import dev.assay.runner.testkit.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Encrypted solutions, and answers that are held against the reference's, on a platform with a
/// real runner.
class EncryptedIT {
  @SuppressWarnings("NullAway.Init")
  private static PlatformFixture platform;

  @BeforeAll
  static void opens() throws Exception {
    platform = PlatformFixture.open();
    platform.serve();
    platform.runner("measurer");
  }

  @AfterAll
  static void closes() throws Exception {
    if (platform != null) {
      platform.close();
    }
  }

  private static List<String> publish(Path bundle) throws Exception {
    BundleSpec spec = BundleManifest.read(bundle);
    List<String> points = spec.points().stream().map(Point::name).toList();
    platform.publish(bundle, points);
    return points;
  }

  /// The run of a solution that is submitted.
  private static String run(Path solution, String name, String bundle) throws Exception {
    String job = platform.submit(platform.pack(solution, name), bundle, null);
    platform.awaitEnd(job);
    return platform.run(job);
  }

  private static Run document(String run) {
    return JsonCodec.read(
        platform.api().load("/api/v1/runs/%s/document".formatted(run)), Run.class, run);
  }

  /// Of the first point.
  private static Verdict verdict(String run) {
    RunView view = platform.api().get("/api/v1/runs/" + run, RunView.class);
    return Objects.requireNonNull(view.points().getFirst().verdict());
  }

  private static List<String> ranked(String benchmark, String point) {
    StandingView standing =
        platform
            .api()
            .get(
                "/api/v1/benchmarks/%s/standings?point=%s".formatted(benchmark, point),
                StandingView.class);
    return standing.places().stream().map(PlaceView::implementationName).toList();
  }

  /// The scaffold's bundle and its reference, which every host begins with.
  @Test
  void measuresJudgesAndRanksAnEncryptedSolution() throws Exception {
    Path bundle = platform.folder().resolve("weights");
    BundleScaffold.createEncrypted(bundle, new BundleName("weights/hidden"), "python", "python");
    List<String> points = publish(bundle);

    String run = run(bundle.resolve("solutions/reference"), "honest", "weights/hidden@0");

    Run document = document(run);
    PointResult point = document.points().getFirst();
    EncryptedPoint encrypted = Objects.requireNonNull(point.encrypted());
    assertThat(encrypted.mode()).isEqualTo(EncryptedMode.SPLIT);
    assertThat(encrypted.keys()).isNotEmpty();
    assertThat(encrypted.processes().stream().map(EncryptedPoint.StageProcess::stage))
        .contains("encode", "seal", "open", "decode");
    assertThat(encrypted.cases())
        .hasSameSizeAs(point.cases())
        .allSatisfy(one -> assertThat(one.sent()).isNotEmpty());
    assertThat(point.suspicions())
        .extracting(Suspicion::code)
        .doesNotContain(Suspicion.Code.ANSWER_IN_ENCODING);
    assertThat(verdict(run).outcome()).isEqualTo(Verdict.Outcome.PASS);
    assertThat(ranked("weights~hidden", points.getFirst())).containsExactly("honest");
  }

  @Test
  void judgesThoseThatCameFirstWhenTheReferenceHasRun() throws Exception {
    Path bundle =
        Folders.copyOf("examples/bundles/text-frequencies", platform.folder().resolve("digests"));
    Path reference = bundle.resolve("solutions/reference");
    Path manifest = bundle.resolve("bundle.toml");
    Files.writeString(
        manifest,
        Files.readString(manifest)
            .replace(
                "[limits]",
                "[bar]\njudged_by = \"reference\"\nreference_hash = \"%s\"\n\n[limits]"
                    .formatted(SourceIdentity.hash(reference))));
    String point = publish(bundle).getFirst();
    Path right = platform.folder().resolve("right");
    Path wrong = platform.folder().resolve("wrong");
    copy(reference, right, "");
    copy(reference, wrong, "\n\ndef run(state, inputs):\n    return {\"counts\": b\"moon\"}\n");

    String first = run(right, "right", "text/frequencies@1");
    String second = run(wrong, "wrong", "text/frequencies@1");
    assertThat(verdict(first).reason()).startsWith("reference pending");
    run(reference, "reference", "text/frequencies@1");

    assertThat(verdict(first).outcome()).isEqualTo(Verdict.Outcome.PASS);
    assertThat(verdict(second).outcome()).isEqualTo(Verdict.Outcome.FAIL);
    assertThat(ranked("text~frequencies", point)).containsExactlyInAnyOrder("right", "reference");
  }

  /// Another solution, since its content is another.
  private static void copy(Path reference, Path solution, String added) throws Exception {
    Files.createDirectories(solution);
    Files.copy(reference.resolve("solution.toml"), solution.resolve("solution.toml"));
    Files.writeString(
        solution.resolve("solution.py"),
        Files.readString(reference.resolve("solution.py")) + added + "\n# another\n");
  }
}
