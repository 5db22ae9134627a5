package dev.assay.runner.check;

import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.judge.AttemptRule;
import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import dev.assay.runner.job.BundleSession;
import dev.assay.runner.job.MachineServices;
import dev.assay.runner.job.RunFolder;
import dev.assay.runner.job.Surroundings;
import dev.assay.runner.point.DueCase;
import dev.assay.runner.point.FileHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Judges kept answers again with another version of a bundle. Its inputs must be the ones that the
/// run was measured on; then what it says of the answers is what it would have said then.
public final class Rejudging {
  private final MachineServices machine;

  /// @param machine with the images of the new version
  public Rejudging(MachineServices machine) {
    this.machine = machine;
  }

  /// @param answers holds the kept answers as a run's folder does
  /// @param bundle folder of the new version
  /// @param heard gets each point whose answers were kept, with its new verifications; statuses
  ///   follow them where a case was ok or wrong, all others stay
  /// @throws AssayException `CONFLICT` when the new version makes other inputs, or the answers are
  ///   not those that the run records
  public void judge(Run run, RunFolder answers, Path bundle, Consumer<PointResult> heard) {
    try (var session = BundleSession.open(bundle, machine, Surroundings.usual(machine.allCpus()))) {
      for (PointResult point : run.points()) {
        if (machine.cancellation().isRequested()) {
          throw new AssayException(ErrorCode.CANCELLED, "Cancelled.");
        }
        if (Files.isDirectory(answers.answers(point.point()))) {
          heard.accept(
              run.job().protocol() == Protocol.PROGRAM
                  ? new ProgramRejudging(answers, session).judge(point)
                  : judge(point, answers, session));
        }
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The run %s could not be judged again: %s".formatted(run.id(), e), e);
    }
  }

  private static PointResult judge(PointResult result, RunFolder folder, BundleSession session)
      throws IOException {
    Point point = new Point(result.point(), result.params());
    List<Long> seeds = result.cases().stream().map(CaseResult::seed).toList();
    var made = session.make(point, seeds);
    if (made.fault() != null) {
      return result.with(made.fault(), result.cases());
    }
    try {
      requireSameInputs(result, session.inspect(point, seeds).cases());
      List<List<Verification>> verifications = new ArrayList<>();
      for (int process = 0; process <= result.retries().size(); process++) {
        Path answers = folder.answers(result.point(), process);
        requireSameAnswers(result, process, answers);
        var judged = AnswerJudge.judge(answers, result.cases().size(), session);
        if (judged.fault() != null) {
          return result.with(judged.fault(), result.cases());
        }
        verifications.add(judged.verifications());
      }
      return result.with(
          null, result.cases().stream().map(one -> judged(one, verifications)).toList());
    } catch (AssayException e) {
      if (e.code() != ErrorCode.BUNDLE_FAILED) {
        throw e;
      }
      return result.with(e.getMessage(), result.cases());
    }
  }

  private static void requireSameInputs(PointResult result, List<DueCase> made) {
    Map<Integer, Map<String, String>> recorded = new TreeMap<>();
    result.cases().forEach(one -> recorded.put(one.index(), one.inputHashes()));
    for (DueCase due : made) {
      if (!due.inputHashes().equals(recorded.get(due.planned().index()))) {
        throw new AssayException(
            ErrorCode.CONFLICT,
            "inputs differ: of case %d (seed %d) at point %s the new version makes others than the run was measured on"
                .formatted(due.planned().index(), due.planned().seed(), result.point()));
      }
    }
  }

  private static void requireSameAnswers(PointResult result, int process, Path answers)
      throws IOException {
    for (Attempts.Answered one : Attempts.answered(result.cases(), process)) {
      for (var output : one.outputHashes().entrySet()) {
        Path file =
            answers.resolve("%06d".formatted(one.index())).resolve(output.getKey() + ".bin");
        if (!Files.isRegularFile(file) || !FileHash.of(file).equals(output.getValue())) {
          throw new AssayException(
              ErrorCode.CONFLICT,
              "answers differ: %s of case %d at point %s is not what the run records"
                  .formatted(output.getKey(), one.index(), result.point()));
        }
      }
    }
  }

  record Judgement(Status status, @Nullable Cause cause, @Nullable Verification verification) {
    /// The verifier has the last word on an answer, and none where there was none.
    static Judgement of(
        Status status, @Nullable Cause cause, @Nullable Verification before, Verification now) {
      boolean isJudged = status == Status.OK || status == Status.WRONG;
      if (!isJudged) {
        return new Judgement(status, cause, before);
      }
      if (cause != null && cause.code() != Cause.Code.VERIFIER) {
        return new Judgement(status, cause, now);
      }
      if (now.passed()) {
        return new Judgement(Status.OK, null, now);
      }
      String note = now.note().isEmpty() ? "" : ": " + now.note();
      return new Judgement(
          Status.WRONG,
          new Cause(Cause.Code.VERIFIER, "the verifier refused the answer" + note),
          now);
    }
  }

  private static CaseResult judged(CaseResult one, List<List<Verification>> verifications) {
    if (one.attempts().isEmpty()) {
      return with(
          one,
          Judgement.of(
              one.status(),
              one.cause(),
              one.verification(),
              verifications.getFirst().get(one.index())));
    }
    List<CaseAttempt> judged =
        one.attempts().stream()
            .map(attempt ->
                with(
                    attempt,
                    false,
                    Judgement.of(
                        attempt.status(),
                        attempt.cause(),
                        attempt.verification(),
                        verifications.get(attempt.process()).get(one.index()))))
            .toList();
    int counting = AttemptRule.placeOfCounting(one.kind(), judged);
    return with(
        one,
        judged.get(counting),
        IntStream.range(0, judged.size())
            .mapToObj(place -> counts(judged.get(place), place == counting))
            .toList());
  }

  static CaseResult with(CaseResult one, Judgement judgement) {
    return one.judged(judgement.status(), judgement.cause(), judgement.verification());
  }

  private static CaseResult with(CaseResult one, CaseAttempt counting, List<CaseAttempt> attempts) {
    return new CaseResult(
        one.index(),
        one.seed(),
        one.kind(),
        counting.status(),
        counting.cause(),
        counting.ending(),
        counting.seconds(),
        counting.bracketNanos(),
        counting.cpuNanos(),
        counting.cpuBeforeNanos(),
        counting.noise(),
        attempts,
        counting.verification(),
        one.inputHashes(),
        counting.outputHashes(),
        one.note(),
        one.remarks(),
        one.suspicions());
  }

  private static CaseAttempt counts(CaseAttempt attempt, boolean counts) {
    return with(
        attempt, counts, new Judgement(attempt.status(), attempt.cause(), attempt.verification()));
  }

  private static CaseAttempt with(CaseAttempt attempt, boolean counts, Judgement judgement) {
    return new CaseAttempt(
        counts,
        attempt.process(),
        judgement.status(),
        judgement.cause(),
        attempt.ending(),
        attempt.seconds(),
        attempt.bracketNanos(),
        attempt.cpuNanos(),
        attempt.cpuBeforeNanos(),
        attempt.noise(),
        judgement.verification(),
        attempt.outputHashes());
  }
}
