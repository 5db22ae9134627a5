package dev.assay.platform.standing;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.text.SafeText;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.Caller;
import dev.assay.platform.access.Secrets;
import dev.assay.platform.cache.LruCache;
import dev.assay.platform.standing.StandingRepository.Stamp;
import dev.assay.platform.standing.StandingRepository.Version;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Standings, as the caller may see them. What was computed is kept as long as nothing came that it
/// hangs on: a newer verdict at the point and class, a decision, an implementation that became
/// private. Thread-safe.
public final class Standings {
  private static final int MOST_KEPT = 500;
  private static final int MOST_REASON = 2_000;

  /// Two verdicts that are stored at once may be seen in the other order, and the newest says
  /// nothing of the one before then; so what was made within this time of the newest is made again.
  private static final Duration UNSETTLED = Duration.ofSeconds(10);

  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Jdbi jdbi;
  private final InstantSource clock;
  private final LruCache<Key, Kept> kept = new LruCache<>(MOST_KEPT);

  public Standings(Jdbi jdbi, InstantSource clock) {
    this.jdbi = jdbi;
    this.clock = clock;
  }

  /// Which standing.
  ///
  /// @param version absent for the newest
  /// @param machineClass absent for the first class that has verdicts
  public record Ask(
      String benchmark, @Nullable String version, String point, @Nullable String machineClass) {}

  private record Key(long versionKey, String point, String machineClass, List<Long> hidden) {}

  /// A standing as it is now.
  ///
  /// @param tag changes whenever the standing may have
  public record Current(StandingView view, String tag) {}

  /// A standing, and what all values that it ranks lie between.
  ///
  /// @param least of all ok cases of the sample of what is ranked; absent when there is none
  /// @param most absent with `least`
  public record Spanned(StandingView view, @Nullable Double least, @Nullable Double most) {}

  /// @param json the view, written
  /// @param tag changes whenever the standing may have
  /// @param since when the newest verdict and decision were first seen
  /// @param candidates a hash of all that the view was made of
  record Kept(
      StandingView view,
      DoubleSummaryStatistics span,
      String json,
      String tag,
      long verdictKey,
      long decisionKey,
      Instant since,
      Instant madeAt,
      String candidates) {
    /// The same, as it is now.
    Kept seenAgain(Stamp stamp, String sameTag, Instant firstSeen, Instant now) {
      return new Kept(
          view,
          span,
          json,
          sameTag,
          stamp.verdictKey(),
          stamp.decisionKey(),
          firstSeen,
          now,
          candidates);
    }

    boolean isOf(Stamp stamp, Instant now) {
      boolean isSettled = !madeAt.isBefore(since.plus(UNSETTLED));
      return isAfter(stamp) && now.isBefore(madeAt.plus(isSettled ? LONGEST : UNSETTLED));
    }

    /// Whether nothing newer is known.
    boolean isAfter(Stamp stamp) {
      return verdictKey == stamp.verdictKey() && decisionKey == stamp.decisionKey();
    }
  }

  /// @throws AssayException `NOT_FOUND` when there is no such benchmark, version or point, also
  ///   when the caller may not see it
  public StandingView view(Caller caller, Ask ask) {
    return load(caller, ask).view();
  }

  /// @throws AssayException as `view` does
  public Current current(Caller caller, Ask ask) {
    Kept found = load(caller, ask);
    return new Current(found.view(), found.tag());
  }

  /// The standings at a point on each class of machine, those with the most entries first.
  ///
  /// @param ask without a class
  /// @param most how many classes; those with the newest verdicts
  /// @throws AssayException as `view` does
  public List<StandingView> ofEachClass(Caller caller, Ask ask, int most) {
    return jdbi.withHandle(handle -> {
      var repository = new StandingRepository(handle);
      Version version = require(repository, caller, ask);
      Map<String, Stamp> stamps = new LinkedHashMap<>();
      for (String machineClass : repository.classes(version, ask.point())) {
        stamps.put(machineClass, repository.stamp(caller, version, ask.point(), machineClass));
      }
      return stamps.entrySet().stream()
          .sorted(
              Comparator.comparingLong(
                      (Map.Entry<String, Stamp> one) -> one.getValue().verdictKey())
                  .reversed())
          .limit(most)
          .map(one -> load(repository, version, ask, one.getKey(), one.getValue()).view())
          .sorted(
              Comparator.comparingInt((StandingView view) -> view.places().size())
                  .reversed()
                  .thenComparing(StandingView::machineClass))
          .toList();
    });
  }

  private static Version require(StandingRepository repository, Caller caller, Ask ask) {
    return repository
        .findVersion(caller, ask.benchmark(), ask.version())
        .orElseThrow(() -> notFound(ask));
  }

  /// As `view`, for drawings on one axis.
  public Spanned spanned(Caller caller, Ask ask) {
    Kept found = load(caller, ask);
    boolean isEmpty = found.span().getCount() == 0;
    return new Spanned(
        found.view(),
        isEmpty ? null : found.span().getMin(),
        isEmpty ? null : found.span().getMax());
  }

  Kept load(Caller caller, Ask ask) {
    return jdbi.withHandle(handle -> {
      var repository = new StandingRepository(handle);
      Version version = require(repository, caller, ask);
      String machineClass = ask.machineClass();
      if (machineClass == null) {
        machineClass = repository.classes(version, ask.point()).stream().findFirst().orElse("");
      }
      Stamp stamp = repository.stamp(caller, version, ask.point(), machineClass);
      return load(repository, version, ask, machineClass, stamp);
    });
  }

  private Kept load(
      StandingRepository repository, Version version, Ask ask, String machineClass, Stamp stamp) {
    var key = new Key(version.versionKey(), ask.point(), machineClass, stamp.hidden());
    Kept found = kept.find(key);
    Instant now = clock.instant();
    if (found != null && found.isOf(stamp, now)) {
      return found;
    }
    Instant since = found != null && found.isAfter(stamp) ? found.since() : now;
    Kept made = make(repository, version, key, stamp, since, ask, found);
    kept.put(key, made);
    return made;
  }

  private Kept make(
      StandingRepository repository,
      Version version,
      Key key,
      Stamp stamp,
      Instant since,
      Ask ask,
      @Nullable Kept before) {
    BundleSpec spec =
        JsonCodec.read(
            repository.spec(version).getBytes(StandardCharsets.UTF_8),
            BundleSpec.class,
            "a stored manifest");
    if (spec.findPoint(key.point()).isEmpty()) {
      throw new AssayException(
          ErrorCode.NOT_FOUND,
          "%s@%s has no point '%s'; its points are %s."
              .formatted(
                  ask.benchmark(),
                  version.version(),
                  SafeText.shown(key.point()),
                  spec.points().stream().map(point -> point.name()).toList()));
    }
    Set<Long> hidden = new HashSet<>(stamp.hidden());
    List<Candidate> candidates =
        repository.candidates(version, key.point(), key.machineClass()).stream()
            .filter(one -> !hidden.contains(one.implementationKey()))
            .toList();
    List<String> classes = repository.classes(version, key.point());
    String hash = HexFormat.of().formatHex(Secrets.hash(classes + "\n" + candidates));
    String tag =
        "standing-%d-%d-%d-%x"
            .formatted(
                version.versionKey(), stamp.verdictKey(), stamp.decisionKey(), key.hashCode());
    if (before != null && before.candidates().equals(hash)) {
      return before.seenAgain(stamp, tag, since, clock.instant());
    }
    candidates = repository.withValues(candidates);
    StandingView view =
        StandingMaker.make(
            spec, version.hash(), key.point(), key.machineClass(), classes, candidates);
    if (spec.envelope() != null) {
      view = NeverRanked.explained(view, repository.modes(NeverRanked.asked(view)));
    }
    return new Kept(
        view,
        span(view, candidates),
        JsonCodec.toJson(view),
        tag,
        stamp.verdictKey(),
        stamp.decisionKey(),
        since,
        clock.instant(),
        hash);
  }

  private static DoubleSummaryStatistics span(StandingView view, List<Candidate> candidates) {
    Set<String> ranked =
        view.places().stream().map(StandingView.PlaceView::run).collect(Collectors.toSet());
    return candidates.stream()
        .filter(one -> ranked.contains(one.run()))
        .flatMap(one -> one.values().values().stream())
        .mapToDouble(Double::doubleValue)
        .summaryStatistics();
  }

  /// Records what a person found about a point of a run.
  ///
  /// @throws AssayException `NOT_FOUND`; `NOT_ALLOWED` unless the caller hosts the benchmark or is
  ///   an operator; `REQUEST_INVALID` without a reason
  public void decide(Caller caller, String run, String point, boolean isCleared, String reason) {
    if (reason.isBlank() || reason.length() > MOST_REASON || reason.indexOf('\0') >= 0) {
      throw new AssayException(
          ErrorCode.REQUEST_INVALID,
          "A decision needs its reason, in %d characters at most.".formatted(MOST_REASON));
    }
    jdbi.useTransaction(handle -> {
      var repository = new StandingRepository(handle);
      var found =
          repository
              .findPoint(caller, run, point)
              .orElseThrow(() ->
                  new AssayException(
                      ErrorCode.NOT_FOUND,
                      "There is no judged point '%s' of a run '%s'."
                          .formatted(SafeText.shown(point), SafeText.shown(run))));
      if (found.hostKey() != caller.accountKey() && !caller.seesAll()) {
        throw new AssayException(
            ErrorCode.NOT_ALLOWED,
            "Only the host of %s and operators decide about its suspect runs."
                .formatted(found.benchmark()));
      }
      repository.insertDecision(caller, found, isCleared, reason);
      repository.insertAudit(
          caller,
          isCleared ? "suspicion-cleared" : "suspicion-confirmed",
          "run %s, point %s".formatted(run, point),
          reason);
    });
  }

  private static AssayException notFound(Ask ask) {
    String version = ask.version();
    return new AssayException(
        ErrorCode.NOT_FOUND,
        "There is no benchmark '%s'%s."
            .formatted(
                SafeText.shown(ask.benchmark()),
                version == null ? "" : " with a version " + SafeText.shown(version)));
  }
}
