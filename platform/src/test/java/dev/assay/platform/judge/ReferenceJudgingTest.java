package dev.assay.platform.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.bundle.Bar;
import dev.assay.core.bundle.Point;
import dev.assay.core.job.Job;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Source;
import dev.assay.platform.intake.ReportIntake;
import dev.assay.platform.store.Database;
import dev.assay.platform.testkit.ResultsWorld;
import dev.assay.platform.testkit.RowLeases;
import dev.assay.platform.testkit.TestDatabase;
import dev.assay.testkit.PointResults;
import dev.assay.testkit.Runs;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Answers that are held against those of the reference, whichever comes first.
class ReferenceJudgingTest {
  private static final String REFERENCE = Runs.hex(64, 5);
  private static final String OTHER = Runs.hex(64, 6);

  private Database database;
  private ResultsWorld world;
  private ReportIntake intake;

  @BeforeEach
  void open() {
    database = TestDatabase.fresh();
    world = new ResultsWorld(database.jdbi(), job(OTHER));
    intake = new ReportIntake(database.jdbi(), new RowLeases());
  }

  @AfterEach
  void close() {
    database.close();
  }

  /// @param treeHash of the solution's folder
  private static Job job(String treeHash) {
    Job plain = ResultsWorld.job();
    Source source = plain.source();
    return new Job(
        plain.implementation(),
        new Source(source.repository(), source.path(), source.commit(), treeHash),
        plain.language(),
        plain.solutionImage(),
        plain.bundleName(),
        plain.bundleVersion(),
        plain.bundleTitle(),
        plain.bundleHash(),
        plain.bundleImage(),
        plain.protocol(),
        plain.points(),
        plain.seeds(),
        plain.barSample(),
        new Bar(BigDecimal.ONE, List.of(), REFERENCE),
        plain.score(),
        plain.limits(),
        plain.bundleLimits(),
        plain.requires(),
        null);
  }

  /// Reports a run of two points.
  ///
  /// @param answer tells answers apart
  private void report(String implementation, String treeHash, int answer) {
    var planned = world.plan(implementation, job(treeHash));
    List<PointResult> points =
        List.of(
            unjudged(planned.point(0, one -> 1e-3), answer),
            unjudged(planned.point(1, one -> 1e-3), answer));
    intake.accept(world.runner(), planned.batch(planned.messages(RunState.FINISHED, points)));
  }

  private static PointResult unjudged(PointResult point, int answer) {
    return PointResults.point(
        new Point(point.point(), point.params()),
        null,
        point.cases().stream()
            .map(one -> unjudged(one, Runs.hex(64, answer + (int) (one.seed() % 7))))
            .toList(),
        null);
  }

  private static CaseResult unjudged(CaseResult one, String hash) {
    return new CaseResult(
        one.index(),
        one.seed(),
        one.kind(),
        one.status(),
        null,
        null,
        one.seconds(),
        one.bracketNanos(),
        one.cpuNanos(),
        one.cpuBeforeNanos(),
        one.noise(),
        List.of(),
        null,
        one.inputHashes(),
        Map.of("c", hash),
        "",
        List.of(),
        List.of());
  }

  /// The newest verdict of the first point.
  private String verdict(String implementation) {
    return String.valueOf(
        world.text(
            """
            select d.outcome || ': ' || d.reason from verdict d
              join implementation i on i.key = d.implementation_key
            where i.name = '%s' and d.point_no = 0 order by d.key desc limit 1
            """
                .formatted(implementation)));
  }

  @Test
  void runsThatCameFirstWaitAndAreJudgedWhenTheReferenceHasRun() {
    report("right", OTHER, 1);
    report("wrong", OTHER, 2);
    assertThat(verdict("right")).startsWith("not-judged: reference pending: ");

    report("reference", REFERENCE, 1);

    assertThat(verdict("reference")).startsWith("pass: ");
    assertThat(verdict("right")).startsWith("pass: ");
    assertThat(verdict("wrong")).startsWith("fail: ");
    assertThat(world.text("select cases_ok::text from verdict where outcome = 'fail' limit 1"))
        .isNotEqualTo(world.text("select cases_all::text from verdict limit 1"));
  }

  @Test
  void runsThatComeLaterAreJudgedAtOnce() {
    report("reference", REFERENCE, 1);
    report("right", OTHER, 1);

    assertThat(verdict("right")).startsWith("pass: ");
    assertThat(world.rows("verdict")).isEqualTo(4);
  }
}
