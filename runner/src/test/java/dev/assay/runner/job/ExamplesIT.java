package dev.assay.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.bundle.manifest.SolutionManifest;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.BuildResult;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.core.solution.Expectation;
import dev.assay.runner.testkit.Census;
import dev.assay.runner.testkit.Folders;
import dev.assay.runner.testkit.HomeMachine;
import dev.assay.runner.testkit.MeasuredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The examples, each at one small point over the bar's whole sample.
class ExamplesIT {
  private static final Path BUNDLES = Folders.repository().resolve("examples/bundles");
  private static final Path SOLUTIONS = Folders.repository().resolve("examples/solutions");

  /// The point at which each bundle is cheap, and tells careless solutions from careful ones.
  private static final Map<String, String> POINTS =
      Map.of(
          "polymul/negacyclic@1", "N16-W30",
          "linear/solve@1", "K20-N50",
          "text/frequencies@1", "short");

  /// Cases run in their order at a point, so these end as they do at the same place every time.
  private static final Map<String, String> STATUSES =
      Map.of(
          "status-crashed-exit", "(ok )+crashed( lost)+",
          "status-crashed-signal", "(ok )*crashed( lost)+",
          "status-lost", "ok ok ok ok crashed( lost){20}",
          "status-oom", "(ok )+oom( lost)+",
          "status-timeout", "ok ok ok timeout( lost){21}");

  @TempDir private static Path folder;
  private static HomeMachine machine;

  @BeforeAll
  static void open() throws IOException {
    machine = HomeMachine.open(folder);
  }

  @AfterAll
  static void close() {
    if (machine != null) {
      machine.close();
    }
  }

  static List<String> solutions() throws IOException {
    try (Stream<Path> folders = Files.list(SOLUTIONS)) {
      return folders
          .filter(path -> Files.isRegularFile(path.resolve(SolutionManifest.FILE_NAME)))
          .map(path -> String.valueOf(path.getFileName()))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("solutions")
  void endsAsItsManifestSays(String name) throws IOException {
    var spec = SolutionManifest.read(SOLUTIONS.resolve(name));
    Expectation expected = Objects.requireNonNull(spec.expectation());
    String point = Objects.requireNonNull(POINTS.get(spec.bundle()));
    HomeMachine.requireImage(spec.image());

    var measured = measure(name, new JobPlanner.Ask(List.of(point), null));

    if (expected.ending() == Expectation.Outcome.BUILD_FAILED) {
      assertThat(measured.run().state()).isEqualTo(RunState.BUILD_FAILED);
    } else {
      assertThat(measured.run().state()).isEqualTo(RunState.FINISHED);
      assertThat(measured.verdict(point).outcome())
          .as(measured.verdict(point).reason())
          .isEqualTo(
              expected.ending() == Expectation.Outcome.PASS
                  ? Verdict.Outcome.PASS
                  : Verdict.Outcome.FAIL);
      assertThat(seen(measured, point)).isEqualTo(Set.copyOf(expected.statuses()));
      assertThat(measured.statuses(point)).matches(STATUSES.getOrDefault(name, ".*"));
      assertThat(measured.point(point).remarks()).isEmpty();
      assertThat(measured.point(point).suspicions()).isEmpty();
    }
    assertThat(Census.of(machine.home(), machine.runs())).isEmpty();
  }

  private static Set<Status> seen(MeasuredRun measured, String point) {
    var seen = EnumSet.noneOf(Status.class);
    measured.point(point).cases().forEach(one -> seen.add(one.status()));
    return seen;
  }

  @Test
  void keepsTheLogOfAFailedBuild() throws IOException {
    var measured = measure("status-build-failed", JobPlanner.Ask.EVERYTHING);

    BuildResult build = Objects.requireNonNull(measured.run().build());
    LogFile log = Objects.requireNonNull(build.log());
    assertThat(build.succeeded()).isFalse();
    assertThat(measured.run().stateReason()).startsWith("the build command exited with code ");
    assertThat(measured.run().points()).isEmpty();
    assertThat(measured.verdict("short"))
        .isEqualTo(new Verdict(Verdict.Outcome.NOT_JUDGED, "the build failed"));
    assertThat(Files.readString(measured.folder().path().resolve(log.file()))).contains("error:");
  }

  @Test
  void measuresFewerSeedsThanTheBarsAndJudgesNothing() throws IOException {
    var ask = new JobPlanner.Ask(List.of("short"), Seeds.parse("1-3,7"));

    var measured = measure("frequencies-python", ask);

    assertThat(measured.statuses("short")).isEqualTo("ok ok ok ok ok ok ok ok ok");
    assertThat(measured.verdict("short"))
        .isEqualTo(new Verdict(Verdict.Outcome.NOT_JUDGED, "4 of the bar's 20 seeds measured"));
  }

  private static MeasuredRun measure(String name, JobPlanner.Ask ask) throws IOException {
    return new MeasuredRun(machine.measure(SOLUTIONS.resolve(name), BUNDLES, ask));
  }
}
