package dev.assay.platform.page.benchmark;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import dev.assay.platform.access.Caller;
import dev.assay.platform.standing.StandingView;
import dev.assay.platform.standing.Standings;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Chooses the point and the class of machine that a standing is shown of where nobody has said
/// which: the last point, which is the hardest in most bundles, that somebody passed, and the class
/// with the most entries there. Thread-safe.
final class StandingChoice {
  /// Classes that are looked at; those with the newest verdicts.
  private static final int MOST_CLASSES = 4;

  /// Points that are looked at from the last on.
  private static final int MOST_POINTS = 3;

  private static final int MOST_VERSIONS = 3;

  private final Jdbi jdbi;
  private final Standings standings;

  StandingChoice(Jdbi jdbi, Standings standings) {
    this.jdbi = jdbi;
    this.standings = standings;
  }

  /// The newest version that has a verdict, or the newest where none of the last few has.
  ShownVersion version(ShownVersions versions, ShownBenchmark benchmark) {
    return benchmark.versions().stream()
        .limit(MOST_VERSIONS)
        .map(one -> versions.load(one.key()))
        .filter(one -> !judgedPoints(one).isEmpty())
        .findFirst()
        .orElseGet(() -> versions.load(benchmark.newest().key()));
  }

  /// @param point absent to choose it
  /// @param machineClass absent to choose it
  StandingView choose(
      Caller caller, ShownVersion version, @Nullable String point, @Nullable String machineClass) {
    if (machineClass == null) {
      List<StandingView> leading =
          point == null ? leading(caller, version) : ofEachClass(caller, version, point);
      return leading.isEmpty()
          ? one(caller, version, point == null ? first(version) : point, null)
          : leading.getFirst();
    }
    return point == null
        ? newest(caller, version, machineClass)
        : one(caller, version, point, machineClass);
  }

  /// The standings at the chosen point, those with the most entries first; empty without any
  /// verdict.
  List<StandingView> leading(Caller caller, ShownVersion version) {
    List<StandingView> hardest = List.of();
    for (String point : judgedPoints(version).reversed().stream().limit(MOST_POINTS).toList()) {
      List<StandingView> found = ofEachClass(caller, version, point);
      if (found.stream().anyMatch(view -> !view.places().isEmpty())) {
        return found;
      }
      hardest = hardest.isEmpty() ? found : hardest;
    }
    return hardest;
  }

  private StandingView newest(Caller caller, ShownVersion version, String machineClass) {
    Optional<StandingView> ranked =
        judgedPoints(version).reversed().stream()
            .limit(MOST_POINTS)
            .map(point -> one(caller, version, point, machineClass))
            .filter(view -> !view.places().isEmpty())
            .findFirst();
    return ranked.orElseGet(() -> one(caller, version, first(version), machineClass));
  }

  private List<String> judgedPoints(ShownVersion version) {
    List<String> points = version.spec().points().stream().map(Point::name).toList();
    return jdbi.withHandle(
        handle -> new ShownRepository(handle).judgedPoints(version.key(), points));
  }

  private static String first(ShownVersion version) {
    return version.spec().points().getFirst().name();
  }

  private List<StandingView> ofEachClass(Caller caller, ShownVersion version, String point) {
    return standings.ofEachClass(caller, ask(version.spec(), point, null), MOST_CLASSES);
  }

  private StandingView one(
      Caller caller, ShownVersion version, String point, @Nullable String machineClass) {
    return standings.view(caller, ask(version.spec(), point, machineClass));
  }

  private static Standings.Ask ask(BundleSpec spec, String point, @Nullable String machineClass) {
    return new Standings.Ask(spec.name().text(), spec.version().toString(), point, machineClass);
  }
}
