package dev.assay.runner.check;

import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.ProgramRules;
import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.bundle.Workload;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.game.Procedure;
import dev.assay.core.game.Step;
import dev.assay.core.game.Taken;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.core.run.Verification;
import dev.assay.runner.job.BundleSession;
import dev.assay.runner.job.RunFolder;
import dev.assay.runner.point.FileHash;
import dev.assay.runner.program.MeasuredProgram;
import dev.assay.runner.program.PreparedWorkloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Derives a run of a whole program again: the inputs and expected outputs, the order in which the
/// procedure had it measured, and, where outputs were kept, what is said of them.
final class ProgramVerifier {
  private final Run run;
  private final RunFolder folder;
  private final ProgramSpec program;
  private final PreparedWorkloads workloads;

  ProgramVerifier(Run run, RunFolder folder, BundleSession session) {
    this.run = run;
    this.folder = folder;
    this.program = session.spec().requireProgram();
    this.workloads = session.workloads();
  }

  /// What the whole run shows.
  Finding procedure() {
    String what = "procedure";
    var measured = new ArrayList<Placed>();
    Set<String> unusable =
        run.points().stream()
            .filter(point -> point.bundleError() != null && point.cases().isEmpty())
            .map(PointResult::point)
            .collect(Collectors.toSet());
    List<String> usable =
        run.job().points().stream()
            .map(Point::name)
            .filter(name -> !unusable.contains(name))
            .toList();
    for (PointResult point : run.points()) {
      List<ProgramMeasurement> measurements = point.measurements();
      for (int i = 0; measurements != null && i < measurements.size(); i++) {
        measured.add(
            new Placed(usable.indexOf(point.point()), point.cases().get(i), measurements.get(i)));
      }
    }
    measured.sort(Comparator.comparingInt(one -> one.measurement.order()));
    return order(what, usable.size(), measured);
  }

  private record Placed(int workload, CaseResult result, ProgramMeasurement measurement) {
    Taken taken() {
      return new MeasuredProgram(result, measurement, null, null).taken(workload);
    }
  }

  private Finding order(String what, int workloads, List<Placed> measured) {
    ProgramRules rules = run.job().procedure();
    if (rules == null) {
      return Finding.fail(what, "the plan does not say how programs are measured");
    }
    var taken = new ArrayList<Taken>();
    for (Placed one : measured) {
      Step due = Procedure.next(workloads, rules, taken);
      var made =
          new Step.Measure(one.workload, one.measurement.verified(), one.measurement.order());
      if (!made.equals(due)) {
        return Finding.fail(
            what, "measurement %d is %s, where %s was due".formatted(taken.size(), made, due));
      }
      taken.add(one.taken());
    }
    boolean isThrough = Procedure.next(workloads, rules, taken) instanceof Step.Through;
    boolean isDue = run.state() == RunState.FINISHED && !isThrough;
    return !isDue
        ? Finding.pass(what, "%d measurements, in the order that is due".formatted(taken.size()))
        : Finding.fail(what, "more was due after %d measurements".formatted(taken.size()));
  }

  /// What one point shows.
  List<Finding> point(PointResult result) {
    Point point = new Point(result.point(), result.params());
    String what = "point " + point.name();
    Workload workload = program.at(point.name());
    var prepared = workloads.prepare(workload);
    if (prepared.fault() != null) {
      return List.of(
          result.bundleError() != null
              ? Finding.pass(what, "the bundle is at fault again: " + prepared.fault())
              : Finding.fail(what, prepared.fault()));
    }
    Optional<CaseResult> executed =
        result.cases().stream().filter(one -> one.status() != Status.LOST).findFirst();
    if (executed.isEmpty()) {
      return List.of(Finding.pass(what, "was not reached"));
    }
    var findings = new ArrayList<Finding>();
    findings.add(inputs(what, prepared.inputHashes(), executed.get().inputHashes()));
    findings.add(output(what, workload, executed.get()));
    return findings;
  }

  private static Finding inputs(
      String what, Map<String, String> made, Map<String, String> recorded) {
    return made.equals(recorded)
        ? Finding.pass(
            what + ", inputs", "%d files made again, every hash the same".formatted(made.size()))
        : Finding.fail(what + ", inputs", "made again they differ from what the run recorded");
  }

  private Finding output(String what, Workload workload, CaseResult recorded) {
    String name = what + ", output";
    String hash = recorded.outputHashes().get(PreparedWorkloads.OUTPUT);
    Path file =
        folder
            .answers(workload.point())
            .resolve(PreparedWorkloads.CASE)
            .resolve(PreparedWorkloads.OUTPUT);
    if (hash == null) {
      return Finding.pass(name, "it was not looked at, since the program did not end well");
    }
    if (!Files.isRegularFile(file)) {
      return Finding.pass(name, "not judged again: it was not kept (--keep-answers)");
    }
    try {
      if (!FileHash.of(file).equals(hash)) {
        return Finding.fail(name, "is not what the run records");
      }
      Verification now = workloads.verify(workload, file, "verify.log").verification();
      Verification before = recorded.verification();
      boolean isSame =
          before != null
              && now.passed() == before.passed()
              && now.metrics().equals(before.metrics());
      return isSame
          ? Finding.pass(name, "judged again, %s".formatted(word(now)))
          : Finding.fail(name, "was %s and is %s".formatted(word(before), word(now)));
    } catch (AssayException e) {
      if (e.code() != ErrorCode.BUNDLE_FAILED) {
        throw e;
      }
      return Finding.fail(name, e.getMessage());
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "%s could not be derived again: %s".formatted(what, e), e);
    }
  }

  private static String word(@Nullable Verification verification) {
    if (verification == null) {
      return "not judged";
    }
    return verification.passed() ? "right" : "wrong";
  }
}
