package dev.assay.core.rank;

import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.Score;
import dev.assay.core.encrypted.EncryptedSurroundings;
import dev.assay.core.job.Job;
import dev.assay.core.judge.RunJudge;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Two runs held against each other, point by point and seed by seed.
///
/// Two numbers compare when bundle hash, point, score and class of machine are equal (DESIGN
/// section 7). Where one of them is not, nothing is compared and `refusals` say why; the
/// environments are told anyway.
///
/// @param first id of the first run
/// @param second id of the second run
/// @param score what both are compared by; absent when refused
/// @param refusals why the two do not compare, one sentence each; empty when they do
/// @param points those that both measured, in the order of the first's plan
/// @param onlyOne points that only one of the two measured
/// @param differences of the environments and of what can change under a class of machine
public record Comparison(
    String first,
    String second,
    @Nullable Score score,
    List<String> refusals,
    List<PointComparison> points,
    List<String> onlyOne,
    List<Difference> differences) {
  public Comparison {
    refusals = List.copyOf(refusals);
    points = List.copyOf(points);
    onlyOne = List.copyOf(onlyOne);
    differences = List.copyOf(differences);
  }

  /// One point of the two.
  ///
  /// @param firstScore folded; absent without a value
  /// @param pairing first against second; absent without a common seed
  /// @param adjustedP adjusted by Holm over the points compared; absent with `pairing`
  /// @param better which of the two is better here: 1, 2, or 0 where the data cannot tell
  /// @param why in one sentence
  public record PointComparison(
      String point,
      Verdict firstVerdict,
      Verdict secondVerdict,
      @Nullable Double firstScore,
      @Nullable Double secondScore,
      @Nullable Pairing pairing,
      @Nullable Double adjustedP,
      int better,
      String why) {}

  /// Something that is not the same for both.
  ///
  /// @param what as in `governor`
  /// @param first absent where the first does not say
  /// @param second absent where the second does not say
  public record Difference(String what, @Nullable String first, @Nullable String second) {}

  /// The comparison of two runs. A point that only one measured is named and not compared.
  public static Comparison of(Run first, Run second) {
    List<String> refusals = refusals(first, second);
    List<String> common = common(first, second);
    if (refusals.isEmpty() && common.isEmpty()) {
      refusals = List.of("They have no measured point in common.");
    }
    boolean isRefused = !refusals.isEmpty();
    return new Comparison(
        first.id(),
        second.id(),
        isRefused ? null : first.job().score(),
        refusals,
        isRefused ? List.of() : points(first, second, common),
        onlyOne(first, second),
        differences(first, second));
  }

  private static List<String> refusals(Run first, Run second) {
    var refusals = new ArrayList<String>();
    Job a = first.job();
    Job b = second.job();
    if (!a.bundleHash().equals(b.bundleHash())) {
      refusals.add(
          "They were measured against different bundles: %s@%s of hash %s, and %s@%s of hash %s."
              .formatted(
                  a.bundleName(),
                  a.bundleVersion(),
                  a.bundleHash(),
                  b.bundleName(),
                  b.bundleVersion(),
                  b.bundleHash()));
    }
    if (!a.score().equals(b.score())) {
      refusals.add(
          "Their scores differ: %s, and %s."
              .formatted(Words.score(a.score()), Words.score(b.score())));
    }
    if (!first.machineClass().equals(second.machineClass())) {
      refusals.add(
          "They were measured on different classes of machines: '%s', and '%s'."
              .formatted(first.machineClass(), second.machineClass()));
    }
    if (first.window() != second.window() && a.score().metric().equals(Score.SECONDS)) {
      refusals.add(
          "Their times come from different clocks: %s, and %s."
              .formatted(first.window().text(), second.window().text()));
    }
    return refusals;
  }

  private static Map<String, PointResult> measured(Run run) {
    return run.points().stream()
        .collect(
            Collectors.toMap(
                PointResult::point, Function.identity(), (a, b) -> a, LinkedHashMap::new));
  }

  /// Points of the same name and the same parameters.
  private static List<String> common(Run first, Run second) {
    Map<String, PointResult> theirs = measured(second);
    return measured(first).values().stream()
        .filter(point -> {
          PointResult other = theirs.get(point.point());
          return other != null && other.params().equals(point.params());
        })
        .map(PointResult::point)
        .toList();
  }

  private static List<String> onlyOne(Run first, Run second) {
    var all = new ArrayList<>(measured(first).keySet());
    measured(second).keySet().stream().filter(name -> !all.contains(name)).forEach(all::add);
    all.removeAll(common(first, second));
    return all;
  }

  private static List<PointComparison> points(Run first, Run second, List<String> names) {
    Map<String, PointResult> ours = measured(first);
    Map<String, PointResult> theirs = measured(second);
    Score score = first.job().score();
    var entries = new ArrayList<Entry[]>();
    var pairings = new ArrayList<@Nullable Pairing>();
    for (String name : names) {
      var one =
          Entry.of(
              first.id(),
              first.job().protocol(),
              score,
              Objects.requireNonNull(ours.get(name)).cases());
      var other =
          Entry.of(
              second.id(),
              second.job().protocol(),
              score,
              Objects.requireNonNull(theirs.get(name)).cases());
      entries.add(new Entry[] {one, other});
      pairings.add(Pairing.of(one, other).orElse(null));
    }
    List<@Nullable Double> adjusted = Adjusted.of(pairings);
    Map<String, Verdict> firstVerdicts = RunJudge.judge(first);
    Map<String, Verdict> secondVerdicts = RunJudge.judge(second);
    var points = new ArrayList<PointComparison>();
    for (int i = 0; i < names.size(); i++) {
      Pairing pairing = pairings.get(i);
      Double p = adjusted.get(i);
      points.add(
          point(
              names.get(i),
              verdictOf(firstVerdicts, names.get(i)),
              verdictOf(secondVerdicts, names.get(i)),
              entries.get(i),
              pairing,
              p,
              score.better()));
    }
    return points;
  }

  private static Verdict verdictOf(Map<String, Verdict> verdicts, String point) {
    return verdicts.getOrDefault(
        point, new Verdict(Verdict.Outcome.NOT_JUDGED, "the point is not in the plan"));
  }

  private static PointComparison point(
      String name,
      Verdict firstVerdict,
      Verdict secondVerdict,
      Entry[] entries,
      @Nullable Pairing pairing,
      @Nullable Double p,
      Better direction) {
    int better = 0;
    String why =
        entries[0].isRepeated()
            ? "one of them has no measurement that was right"
            : "they have no seed in common with a value of both";
    if (pairing != null && p != null) {
      boolean differ = p < Neighbours.LEAST;
      boolean isFirstBetter = pairing.isFirstLower() == (direction == Better.LOWER);
      better = differ ? (isFirstBetter ? 1 : 2) : 0;
      String said =
          differ
              ? "the %s is better".formatted(isFirstBetter ? "first" : "second")
              : "the data cannot tell them apart";
      why = "%s (%s)".formatted(said, Neighbours.numbers(pairing, p));
    }
    return new PointComparison(
        name,
        firstVerdict,
        secondVerdict,
        entries[0].score(),
        entries[1].score(),
        pairing,
        p,
        better,
        why);
  }

  private static List<Difference> differences(Run first, Run second) {
    Map<String, String> ours = surroundings(first);
    Map<String, String> theirs = surroundings(second);
    var names = new TreeSet<>(ours.keySet());
    names.addAll(theirs.keySet());
    return names.stream()
        .filter(name -> !Objects.equals(ours.get(name), theirs.get(name)))
        .map(name -> new Difference(name, ours.get(name), theirs.get(name)))
        .toList();
  }

  /// The versions between code and machine, and what can change under a class of machine.
  private static Map<String, String> surroundings(Run run) {
    var all = new TreeMap<String, String>(run.machine().facts());
    all.putAll(run.environment());
    all.put("host", run.machine().hostName());
    all.put("kernel release", run.machine().kernel());
    all.put("operating system", run.machine().operatingSystem());
    all.put("solution image", run.job().solutionImage().digest());
    all.put("bundle image", run.job().bundleImage().digest());
    all.put("assay", run.assayVersion());
    if (run.job().encrypted() != null) {
      all.put("halves", EncryptedSurroundings.halves(run));
      all.put("parameters", EncryptedSurroundings.parameters(run));
    }
    return all;
  }
}
