package dev.assay.platform.standing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.error.AssayException;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.RunState;
import dev.assay.platform.access.Caller;
import dev.assay.platform.intake.ReportIntake;
import dev.assay.platform.store.Database;
import dev.assay.platform.testkit.ResultsWorld;
import dev.assay.platform.testkit.RowLeases;
import dev.assay.platform.testkit.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StandingsTest {
  private static final String POINT = "N1024-W64";
  private final Random random = new Random(5);
  private Database database;
  private ResultsWorld world;
  private Standings standings;

  @BeforeEach
  void open() {
    database = TestDatabase.fresh();
    world = new ResultsWorld(database.jdbi());
    standings = new Standings(database.jdbi(), () -> Instant.EPOCH);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private ToDoubleFunction<PlannedCase> around(double seconds) {
    return one -> seconds * (1 + 0.02 * random.nextGaussian());
  }

  private String run(String implementation, double seconds) {
    return run(implementation, seconds, false);
  }

  private String run(String implementation, double seconds, boolean isSuspect) {
    var planned = world.plan(implementation);
    PointResult point = planned.point(0, around(seconds));
    var points = List.of(isSuspect ? ResultsWorld.Planned.suspect(point) : point);
    new ReportIntake(database.jdbi(), new RowLeases())
        .accept(world.runner(), planned.batch(planned.messages(RunState.FINISHED, points)));
    return planned.runId();
  }

  private StandingView view(Caller caller) {
    return standings.view(caller, new Standings.Ask(ResultsWorld.BENCHMARK, null, POINT, null));
  }

  @Test
  void ranksTheNewestRunOfEachImplementation() {
    run("fast", 9e-3);
    String newest = run("fast", 1e-3);
    run("twin", 1e-3);
    run("slow", 3e-3);

    StandingView view = view(ResultsWorld.reader());

    assertThat(view.places()).extracting(StandingView.PlaceView::rank).containsExactly(1, 1, 3);
    assertThat(view.places()).extracting(StandingView.PlaceView::run).contains(newest);
    assertThat(view.neighbours()).hasSize(2);
    assertThat(view.neighbours().getFirst().why()).startsWith("they tie");
    assertThat(view.neighbours().getLast().isTied()).isFalse();
  }

  @Test
  void aNewVerdictIsInTheNextAnswer() {
    run("fast", 1e-3);
    assertThat(view(ResultsWorld.reader()).places()).hasSize(1);

    run("slow", 3e-3);

    assertThat(view(ResultsWorld.reader()).places()).hasSize(2);
  }

  @Test
  void aSuspectIsLeftOutUntilAPersonHasLooked() {
    String run = run("magic", 1e-6, true);
    run("honest", 1e-3);
    assertThat(view(ResultsWorld.reader()).places()).hasSize(1);
    assertThat(view(ResultsWorld.reader()).suspects())
        .singleElement()
        .satisfies(one -> assertThat(one.why()).contains("a person has to look"));

    standings.decide(world.host(), run, POINT, true, "it is that fast");

    assertThat(view(ResultsWorld.reader()).places())
        .extracting(StandingView.PlaceView::implementation)
        .containsExactly("magic", "honest");
    assertThat(world.rows("audit_entry where action = 'suspicion-cleared'")).isEqualTo(1);

    standings.decide(world.host(), run, POINT, false, "the answers were stored");

    assertThat(view(ResultsWorld.reader()).suspects().getFirst().why())
        .contains("the answers were stored");
  }

  @Test
  void anAuthorDoesNotDecideAboutSuspicions() {
    String run = run("magic", 1e-6, true);

    assertThatThrownBy(() -> standings.decide(world.author(), run, POINT, true, "please"))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("Only the host");
    assertThat(world.rows("suspicion_decision")).isZero();
  }

  @Test
  void whatIsNotRankedSaysWhy() {
    var planned = world.plan("broken");
    new ReportIntake(database.jdbi(), new RowLeases())
        .accept(world.runner(), planned.batch(planned.messages(RunState.BUILD_FAILED, List.of())));

    assertThat(view(ResultsWorld.reader()).unranked())
        .singleElement()
        .satisfies(one -> assertThat(one.why()).isEqualTo("not judged: the build failed"));
  }

  @Test
  void aPrivateImplementationIsItsOwnersAlone() {
    run("open", 1e-3);
    run("secret", 2e-3);
    database
        .jdbi()
        .useHandle(handle ->
            handle.execute("update implementation set is_private = true where id = 'secret'"));

    assertThat(view(ResultsWorld.reader()).places()).hasSize(1);
    assertThat(view(world.host()).places()).hasSize(1);
    assertThat(view(world.author()).places()).hasSize(2);
  }

  @Test
  void aPrivateBenchmarkIsNotThereForOthers() {
    run("open", 1e-3);
    database.jdbi().useHandle(handle -> handle.execute("update benchmark set is_private = true"));

    assertThatThrownBy(() -> view(ResultsWorld.reader()))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("There is no benchmark");
    assertThat(view(world.host()).places()).hasSize(1);
  }

  @Test
  void whatNothingCanComeBeforeAnyMoreIsKeptForLonger() {
    run("fast", 1e-3);
    var now = new AtomicReference<>(Instant.EPOCH);
    var kept = new Standings(database.jdbi(), now::get);
    var ask = new Standings.Ask(ResultsWorld.BENCHMARK, null, POINT, null);
    StandingView first = kept.view(ResultsWorld.reader(), ask);

    // What the newest verdict does not tell.
    rename("faster");
    now.set(Instant.EPOCH.plusSeconds(9));
    assertThat(kept.view(ResultsWorld.reader(), ask)).isSameAs(first);
    now.set(Instant.EPOCH.plusSeconds(11));
    StandingView settled = kept.view(ResultsWorld.reader(), ask);
    assertThat(settled.places().getFirst().implementationName()).isEqualTo("faster");
    rename("fastest");
    now.set(Instant.EPOCH.plusSeconds(300));
    assertThat(kept.view(ResultsWorld.reader(), ask)).isSameAs(settled);
    now.set(Instant.EPOCH.plusSeconds(700));
    assertThat(kept.view(ResultsWorld.reader(), ask).places().getFirst().implementationName())
        .isEqualTo("fastest");

    run("slow", 2e-3);

    assertThat(kept.view(ResultsWorld.reader(), ask).places()).hasSize(2);
  }

  private void rename(String name) {
    database.jdbi().useHandle(handle -> handle.execute("update implementation set name = ?", name));
  }

  @Test
  void whatIsLookedAtAgainAndIsStillTheSameIsNotMadeAnew() {
    run("fast", 1e-3);
    var now = new AtomicReference<>(Instant.EPOCH);
    var kept = new Standings(database.jdbi(), now::get);
    var ask = new Standings.Ask(ResultsWorld.BENCHMARK, null, POINT, null);
    StandingView first = kept.view(ResultsWorld.reader(), ask);

    now.set(Instant.EPOCH.plusSeconds(11));

    assertThat(kept.view(ResultsWorld.reader(), ask)).isSameAs(first);
  }
}
