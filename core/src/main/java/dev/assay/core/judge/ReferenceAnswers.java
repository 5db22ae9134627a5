package dev.assay.core.judge;

import dev.assay.core.bundle.Bar;
import dev.assay.core.job.Job;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The digests of the answers that a bundle's reference solution gave, which other answers are held
/// against where `judged_by = "reference"`. Pure.
///
/// The reference is known by its content (`Bar.referenceHash`), so whoever ran it, it is the same.
/// Only cases of the sample are held: those on drawn seeds differ from run to run, and the
/// reference has not seen them.
///
/// @param answers by point and seed, every answer that was given, as the SHA-256 of each output by
///   its name; two different ones to one case contradict each other
public record ReferenceAnswers(Map<String, Map<Long, Set<Map<String, String>>>> answers) {
  /// None yet.
  public static final ReferenceAnswers NONE = new ReferenceAnswers(Map.of());

  public ReferenceAnswers {
    var copy = new TreeMap<String, Map<Long, Set<Map<String, String>>>>();
    answers.forEach((point, ofSeeds) -> copy.put(point, Map.copyOf(ofSeeds)));
    answers = Collections.unmodifiableMap(copy);
  }

  /// Whether a plan measures the reference itself.
  public static boolean isReference(Job job) {
    return job.source().treeHash().equals(job.bar().referenceHash());
  }

  /// What the reference answered in these runs of one bundle; those of others are passed over.
  public static ReferenceAnswers of(Job job, Collection<Run> runs) {
    return ofPoints(
        runs.stream()
            .filter(
                run -> isReference(run.job()) && run.job().bundleHash().equals(job.bundleHash()))
            .flatMap(run -> run.points().stream())
            .toList());
  }

  /// What it answered at points of its runs.
  public static ReferenceAnswers ofPoints(Collection<PointResult> points) {
    var answers = new HashMap<String, Map<Long, Set<Map<String, String>>>>();
    for (PointResult point : points) {
      for (CaseResult one : point.cases()) {
        if (isAnswered(one)) {
          answers
              .computeIfAbsent(point.point(), _ -> new HashMap<>())
              .computeIfAbsent(one.seed(), _ -> Collections.newSetFromMap(new HashMap<>()))
              .add(one.outputHashes());
        }
      }
    }
    return new ReferenceAnswers(answers);
  }

  private static boolean isAnswered(CaseResult one) {
    return one.kind() == CaseKind.SAMPLE
        && one.status() == Status.OK
        && !one.outputHashes().isEmpty();
  }

  /// The run with its answers held against the reference's, where its bundle asks for that. The run
  /// itself is as it was recorded; this is how it is judged and shown.
  public Run hold(Run run) {
    if (!run.job().bar().isJudgedByReference()) {
      return run;
    }
    return run.with(
        run.endedAt(),
        run.state(),
        run.stateReason(),
        run.stages(),
        run.build(),
        run.points().stream().map(point -> hold(run.job().bar(), point)).toList());
  }

  /// A point, likewise.
  public PointResult hold(Bar bar, PointResult point) {
    Map<Long, Set<Map<String, String>>> known = answers.get(point.point());
    if (!bar.isJudgedByReference() || known == null) {
      return point;
    }
    var cases = new ArrayList<CaseResult>();
    var contradicting = new TreeSet<Long>();
    for (CaseResult one : point.cases()) {
      Set<Map<String, String>> given = isAnswered(one) ? known.get(one.seed()) : null;
      if (given != null && given.size() > 1) {
        contradicting.add(one.seed());
      }
      cases.add(given == null ? one : hold(one, given.iterator().next()));
    }
    String fault =
        contradicting.isEmpty()
            ? point.bundleError()
            : "the reference's own answers to seeds %s differ from run to run"
                .formatted(contradicting);
    return point.with(fault, cases);
  }

  private static CaseResult hold(CaseResult one, Map<String, String> expected) {
    var differing = new TreeSet<String>();
    expected.forEach((name, hash) -> {
      if (!hash.equals(one.outputHashes().get(name))) {
        differing.add(name);
      }
    });
    boolean isSame = expected.equals(one.outputHashes());
    String note =
        isSame
            ? "the digest of the reference's answer"
            : "another answer than the reference's: " + String.join(", ", differing);
    return one.judged(
        isSame ? Status.OK : Status.WRONG,
        isSame ? null : new Cause(Cause.Code.VERIFIER, note),
        new Verification(isSame, Map.of(), note));
  }
}
