package dev.assay.platform.standing;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Score;
import dev.assay.core.rank.Entry;
import dev.assay.core.rank.Standing;
import dev.assay.platform.standing.StandingView.PlaceView;
import dev.assay.platform.standing.StandingView.UnrankedView;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Makes a standing from candidates: who is ranked, who is not and why. A pure function.
final class StandingMaker {
  private StandingMaker() {}

  static StandingView make(
      BundleSpec spec,
      String hash,
      String point,
      String machineClass,
      List<String> classes,
      List<Candidate> candidates) {
    Score score = spec.score();
    List<Candidate> ranked =
        candidates.stream().filter(one -> whyUnranked(one).isEmpty() && !one.isHeldBack()).toList();
    Standing standing =
        Standing.of(
            score,
            ranked.stream()
                .map(one ->
                    new Entry(
                        one.run(), one.score(), one.values(), spec.protocol() == Protocol.PROGRAM))
                .toList());
    Map<String, Candidate> byRun =
        ranked.stream().collect(Collectors.toMap(Candidate::run, Function.identity()));
    return new StandingView(
        spec.name().text(),
        spec.version().toString(),
        hash,
        point,
        machineClass,
        classes,
        score,
        standing.places().stream()
            .map(place -> place(place, Objects.requireNonNull(byRun.get(place.entry()))))
            .toList(),
        standing.neighbours(),
        standing.chains(),
        candidates.stream()
            .filter(one -> whyUnranked(one).isEmpty() && one.isHeldBack())
            .map(one -> unranked(one, whyHeldBack(one)))
            .toList(),
        candidates.stream()
            .flatMap(one -> whyUnranked(one).map(why -> unranked(one, why)).stream())
            .toList());
  }

  private static Optional<String> whyUnranked(Candidate one) {
    if (one.outcome().equals("not-judged")) {
      return Optional.of("not judged: " + one.reason());
    }
    if (!one.isPassing()) {
      return Optional.of("did not pass: " + one.reason());
    }
    return one.isRanked()
        ? Optional.empty()
        : Optional.of("its times are those of its own clock, which this bundle does not rank");
  }

  private static String whyHeldBack(Candidate one) {
    if (one.decision() == null) {
      return "suspect: a person has to look at it first";
    }
    return "a person looked at it and left it out: " + one.decisionReason();
  }

  private static PlaceView place(Standing.Place place, Candidate one) {
    return new PlaceView(
        place.rank(),
        place.isShared(),
        one.run(),
        one.implementation(),
        one.implementationName(),
        one.owner(),
        one.commit(),
        one.score(),
        one.casesOk(),
        one.casesAll(),
        one.peakMemoryBytes());
  }

  private static UnrankedView unranked(Candidate one, String why) {
    return new UnrankedView(
        one.run(),
        one.implementation(),
        one.implementationName(),
        one.owner(),
        one.commit(),
        one.score(),
        one.outcome(),
        why);
  }
}
