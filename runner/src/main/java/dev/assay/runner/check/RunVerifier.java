package dev.assay.runner.check;

import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.job.SeedDraw;
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
import dev.assay.runner.point.PointDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/// Derives a run again from (bundle, point, seed): the seeds and their order from the secret, the
/// inputs by `make`, which attempt counts of a case that was measured again, and, where the answers
/// were kept, what the verifier says of them.
public final class RunVerifier {
  private final MachineServices machine;

  public RunVerifier(MachineServices machine) {
    this.machine = machine;
  }

  /// Checks a run against a bundle.
  ///
  /// @param progress hears a line per point
  /// @throws AssayException `USAGE` when the bundle is not the one that the run was made with
  public List<Finding> verify(Run run, RunFolder folder, Path bundle, Consumer<String> progress) {
    try (var session = BundleSession.open(bundle, machine, Surroundings.usual(machine.allCpus()))) {
      requireSameBundle(run, session);
      var findings = new ArrayList<Finding>();
      findings.add(image(run, session));
      ProgramVerifier programs =
          run.job().protocol() == Protocol.PROGRAM
              ? new ProgramVerifier(run, folder, session)
              : null;
      if (programs != null) {
        findings.add(programs.procedure());
      }
      for (PointResult point : run.points()) {
        if (machine.cancellation().isRequested()) {
          throw new AssayException(ErrorCode.CANCELLED, "Cancelled.");
        }
        progress.accept(point.point());
        findings.addAll(
            programs == null ? verify(run, point, folder, session) : programs.point(point));
      }
      return findings;
    }
  }

  private static void requireSameBundle(Run run, BundleSession session) {
    String expected = run.job().bundleHash();
    String found = session.frozen().hash();
    if (!expected.equals(found)) {
      throw new AssayException(
          ErrorCode.USAGE,
          "The run was made with %s@%s of hash %s, the bundle here has %s: give the same one with --bundle DIR."
              .formatted(run.job().bundleName(), run.job().bundleVersion(), expected, found));
    }
  }

  private static Finding image(Run run, BundleSession session) {
    String expected = run.job().bundleImage().digest();
    String found = session.frozen().image().digest();
    return expected.equals(found)
        ? Finding.pass("bundle's image", found)
        : Finding.fail(
            "bundle's image", "the run used %s, this machine has %s".formatted(expected, found));
  }

  private List<Finding> verify(
      Run run, PointResult result, RunFolder folder, BundleSession session) {
    Point point = new Point(result.point(), result.params());
    String what = "point " + point.name();
    if (result.cases().isEmpty()) {
      return List.of(Finding.pass(what, "has no cases to derive again"));
    }
    var draw = new SeedDraw(HexFormat.of().parseHex(run.seedSecret()));
    List<PlannedCase> planned = draw.draw(point.name(), run.job().seeds(), run.job().barSample());
    var findings = new ArrayList<Finding>();
    findings.add(seeds(what, planned, result));
    var made = session.make(point, planned.stream().map(PlannedCase::seed).toList());
    if (made.fault() != null) {
      findings.add(Finding.fail(what + ", inputs", made.fault()));
      return findings;
    }
    try {
      var inspected =
          new PointDirectory(session.directory(), session.spec().signature())
              .inspect(point, planned);
      findings.add(inputs(what, inspected.cases(), result));
      if (result.cases().stream().anyMatch(one -> !one.attempts().isEmpty())) {
        findings.add(Attempts.check(what + ", attempts", result.cases()));
      }
      findings.addAll(answers(what, result, folder, session));
    } catch (AssayException e) {
      if (e.code() != ErrorCode.BUNDLE_FAILED) {
        throw e;
      }
      findings.add(Finding.fail(what, e.getMessage()));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "%s could not be derived again: %s".formatted(what, e), e);
    }
    return findings;
  }

  private static Finding seeds(String what, List<PlannedCase> planned, PointResult result) {
    List<PlannedCase> recorded =
        result.cases().stream()
            .map(one -> new PlannedCase(one.index(), one.seed(), one.kind()))
            .toList();
    return planned.equals(recorded)
        ? Finding.pass(
            what + ", seeds", "%d drawn again, in the same order".formatted(planned.size()))
        : Finding.fail(
            what + ", seeds",
            "the secret gives other seeds, or another order, than the run records");
  }

  private static Finding inputs(String what, List<DueCase> made, PointResult result) {
    Map<Integer, Map<String, String>> recorded = new TreeMap<>();
    result.cases().forEach(one -> recorded.put(one.index(), one.inputHashes()));
    List<Integer> different =
        made.stream()
            .filter(due -> !due.inputHashes().equals(recorded.get(due.planned().index())))
            .map(due -> due.planned().index())
            .toList();
    return different.isEmpty()
        ? Finding.pass(
            what + ", inputs", "%d cases made again, every hash the same".formatted(made.size()))
        : Finding.fail(
            what + ", inputs",
            "the inputs of cases %s differ from what the run recorded".formatted(different));
  }

  /// The answers of every process of the point.
  private static List<Finding> answers(
      String what, PointResult result, RunFolder folder, BundleSession session) throws IOException {
    if (!Files.isDirectory(folder.answers(result.point()))) {
      return List.of(
          Finding.pass(
              what + ", verdicts", "not judged again: the answers were not kept (--keep-answers)"));
    }
    var findings = new ArrayList<Finding>();
    for (int process = 0; process <= result.retries().size(); process++) {
      String whose = process == 0 ? what : "%s, retry %d".formatted(what, process);
      Path answers = folder.answers(result.point(), process);
      List<Attempts.Answered> answered = Attempts.answered(result.cases(), process);
      findings.add(hashes(whose, answers, answered));
      if (session.spec().bar().isJudgedByReference()) {
        continue;
      }
      findings.add(verdicts(whose, answers, answered, result.cases().size(), session));
    }
    return findings;
  }

  private static Finding hashes(String what, Path answers, List<Attempts.Answered> answered)
      throws IOException {
    var different = new ArrayList<String>();
    int kept = 0;
    for (Attempts.Answered one : answered) {
      for (var output : one.outputHashes().entrySet()) {
        Path file =
            answers.resolve("%06d".formatted(one.index())).resolve(output.getKey() + ".bin");
        kept++;
        if (!Files.isRegularFile(file) || !FileHash.of(file).equals(output.getValue())) {
          different.add("%s of case %d".formatted(output.getKey(), one.index()));
        }
      }
    }
    return different.isEmpty()
        ? Finding.pass(what + ", answers", "%d files, every hash as recorded".formatted(kept))
        : Finding.fail(
            what + ", answers", "not what the run records: " + String.join(", ", different));
  }

  private static Finding verdicts(
      String what, Path answers, List<Attempts.Answered> answered, int cases, BundleSession session)
      throws IOException {
    var outcome = AnswerJudge.judge(answers, cases, session);
    if (outcome.fault() != null) {
      return Finding.fail(what + ", verdicts", outcome.fault());
    }
    var again = outcome.verifications();
    var different = new ArrayList<String>();
    int judged = 0;
    for (Attempts.Answered one : answered) {
      Verification recorded = one.verification();
      if (recorded == null) {
        continue;
      }
      judged++;
      Verification now = again.get(one.index());
      if (now.passed() != recorded.passed() || !now.metrics().equals(recorded.metrics())) {
        different.add(
            "case %d was %s and is %s".formatted(one.index(), describe(recorded), describe(now)));
      }
      if (one.status() == Status.OK && !now.passed()) {
        different.add("case %d stands as ok".formatted(one.index()));
      }
    }
    return different.isEmpty()
        ? Finding.pass(
            what + ", verdicts",
            "%d answers judged again, every verdict the same".formatted(judged))
        : Finding.fail(what + ", verdicts", String.join("; ", different));
  }

  private static String describe(Verification verification) {
    String passed = verification.passed() ? "passed" : "refused";
    return verification.metrics().isEmpty()
        ? passed
        : "%s with %s".formatted(passed, verification.metrics());
  }
}
