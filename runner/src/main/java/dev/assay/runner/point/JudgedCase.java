package dev.assay.runner.point;

import dev.assay.core.job.PlannedCase;
import dev.assay.core.judge.AttemptRule;
import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import dev.assay.core.run.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// One measurement of a case, and what the verifier said of its answer.
///
/// @param process of the point: 0 for the first, then 1, 2, … for its retries
/// @param verdict absent while it was not judged
public record JudgedCase(int process, MeasuredCase measured, @Nullable Verification verdict) {

  /// What came of a case in all its measurements, in order.
  public static CaseResult result(List<JudgedCase> all) {
    if (all.size() == 1) {
      return all.getFirst().result(List.of(), all);
    }
    List<CaseAttempt> attempts = all.stream().map(one -> one.attempt(false)).toList();
    int counting =
        AttemptRule.placeOfCounting(all.getFirst().measured.due().planned().kind(), attempts);
    List<CaseAttempt> marked =
        IntStream.range(0, all.size())
            .mapToObj(place -> all.get(place).attempt(place == counting))
            .toList();
    return all.get(counting).result(marked, all);
  }

  private record Judgement(
      Status status, @Nullable Cause cause, @Nullable Verification verification) {}

  /// The verifier has the last word on a case that was answered, and none on another. That there is
  /// no answer takes no verifier.
  private Judgement judgement() {
    if (measured.status() != Status.OK) {
      return new Judgement(measured.status(), measured.cause(), null);
    }
    if (!measured.isAnswered()) {
      List<String> remarks = remarks();
      String what = remarks.isEmpty() ? "no answer" : remarks.getFirst();
      return new Judgement(Status.WRONG, new Cause(Cause.Code.NO_ANSWER, what), verdict);
    }
    if (verdict == null) {
      return new Judgement(Status.OK, null, null);
    }
    if (!verdict.passed()) {
      String note =
          verdict.note().isEmpty()
              ? "the verifier refused the answer"
              : "the verifier refused the answer: " + verdict.note();
      return new Judgement(Status.WRONG, new Cause(Cause.Code.VERIFIER, note), verdict);
    }
    return new Judgement(Status.OK, null, verdict);
  }

  private CaseAttempt attempt(boolean counts) {
    Judgement judgement = judgement();
    return new CaseAttempt(
        counts,
        process,
        judgement.status(),
        judgement.cause(),
        measured.ending(),
        measured.seconds(),
        measured.bracketNanos(),
        measured.metered().cpuNanos(),
        measured.metered().cpuBeforeNanos(),
        measured.metered().noise(),
        judgement.verification(),
        outputHashes());
  }

  private CaseResult result(List<CaseAttempt> attempts, List<JudgedCase> all) {
    Judgement judgement = judgement();
    PlannedCase planned = measured.due().planned();
    return new CaseResult(
        planned.index(),
        planned.seed(),
        planned.kind(),
        judgement.status(),
        judgement.cause(),
        measured.ending(),
        measured.seconds(),
        measured.bracketNanos(),
        measured.metered().cpuNanos(),
        measured.metered().cpuBeforeNanos(),
        measured.metered().noise(),
        attempts,
        judgement.verification(),
        measured.due().inputHashes(),
        outputHashes(),
        measured.note(),
        ofEach(all, JudgedCase::remarks, (attempt, text) -> attempt + text),
        ofEach(
            all,
            one -> one.measured.suspicions(),
            (attempt, one) -> new Suspicion(one.code(), attempt + one.text())));
  }

  private Map<String, String> outputHashes() {
    Answer answer = measured.answer();
    return answer == null ? Map.of() : answer.hashes();
  }

  private List<String> remarks() {
    Answer answer = measured.answer();
    return answer == null ? List.of() : answer.remarks();
  }

  private interface Naming<T> {
    T withPrefix(String attempt, T one);
  }

  /// What was noticed at every attempt, whichever counts: being measured again clears nobody.
  private static <T> List<T> ofEach(
      List<JudgedCase> all, Function<JudgedCase, List<T>> found, Naming<T> naming) {
    if (all.size() == 1) {
      return found.apply(all.getFirst());
    }
    var named = new ArrayList<T>();
    for (int place = 0; place < all.size(); place++) {
      String prefix = "attempt %d: ".formatted(place + 1);
      found.apply(all.get(place)).forEach(one -> named.add(naming.withPrefix(prefix, one)));
    }
    return List.copyOf(named);
  }
}
