package dev.assay.platform.page.benchmark;

import dev.assay.platform.access.Caller;
import dev.assay.platform.cache.LruCache;
import dev.assay.platform.game.ProgramFiles;
import dev.assay.platform.game.ProgramFiles.Measured;
import dev.assay.platform.game.ProgramShelf;
import dev.assay.platform.standing.Standings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Figures of languages, kept for a moment, since they are made of many standings. Thread-safe.
final class LanguageShelf implements LanguagesPage.Source {
  /// Benchmarks that are looked at, those with the newest versions.
  static final int MOST_TASKS = 16;

  private static final int MOST_KEPT = 100;
  private static final Duration KEPT = Duration.ofSeconds(10);

  private final Jdbi jdbi;
  private final Standings standings;
  private final ShownVersions versions;
  private final StandingChoice choice;
  private final ProgramFiles files;
  private final InstantSource clock;
  private final LruCache<Key, Kept> kept = new LruCache<>(MOST_KEPT);

  LanguageShelf(
      Jdbi jdbi,
      Standings standings,
      ShownVersions versions,
      StandingChoice choice,
      ProgramShelf programs,
      InstantSource clock) {
    this.jdbi = jdbi;
    this.standings = standings;
    this.versions = versions;
    this.choice = choice;
    this.files = new ProgramFiles(standings, programs);
    this.clock = clock;
  }

  private record Key(long account, boolean seesAll, String machineClass) {}

  private record Kept(LanguageFigures figures, Instant madeAt) {}

  @Override
  public LanguageFigures load(Caller caller, @Nullable String machineClass) {
    var key =
        new Key(caller.accountKey(), caller.seesAll(), machineClass == null ? "" : machineClass);
    Instant now = clock.instant();
    Kept found = kept.find(key);
    if (found != null && now.isBefore(found.madeAt().plus(KEPT))) {
      return found.figures();
    }
    LanguageFigures made = make(caller, machineClass);
    kept.put(key, new Kept(made, now));
    return made;
  }

  private LanguageFigures make(Caller caller, @Nullable String asked) {
    var classes = new LinkedHashMap<String, List<ShownVersion>>();
    for (ShownVersion version : versions(caller)) {
      for (String one : classes(caller, version)) {
        classes.computeIfAbsent(one, key -> new ArrayList<>()).add(version);
      }
    }
    List<String> byTasks =
        classes.keySet().stream()
            .sorted(Comparator.comparingInt(one -> -classes.getOrDefault(one, List.of()).size()))
            .toList();
    String chosen =
        byTasks.stream()
            .filter(one -> asked == null || one.equals(asked))
            .findFirst()
            .orElseGet(() -> byTasks.stream().findFirst().orElse(""));
    var measured = new ArrayList<Measured>();
    for (ShownVersion version : classes.getOrDefault(chosen, List.of())) {
      measured.addAll(files.measured(caller, version.spec(), chosen, version.spec().name().text()));
    }
    return LanguageFigures.of(chosen, byTasks, measured);
  }

  private List<ShownVersion> versions(Caller caller) {
    List<ShownBenchmark> found =
        jdbi.withHandle(handle -> new ShownRepository(handle).programs(caller, MOST_TASKS));
    return found.stream().map(one -> choice.version(versions, one)).toList();
  }

  private List<String> classes(Caller caller, ShownVersion version) {
    var spec = version.spec();
    return standings
        .view(
            caller,
            new Standings.Ask(
                spec.name().text(),
                spec.version().toString(),
                spec.points().getLast().name(),
                null))
        .classes();
  }
}
