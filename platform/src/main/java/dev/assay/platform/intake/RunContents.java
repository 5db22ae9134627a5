package dev.assay.platform.intake;

import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.ProgramRules;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.Job;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.job.SeedDraw;
import dev.assay.core.protocol.ReportMessage.KeptFile;
import dev.assay.core.protocol.ReportMessage.Measured;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.core.run.Window;
import dev.assay.core.text.SafeText;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Holds what a runner says against the plan. A runner may be wrong, or hostile: whatever does not
/// fit is refused, and nothing of its batch is stored.
final class RunContents {
  private static final Pattern SECRET = Pattern.compile("(?:[0-9a-f]{2}){16,64}");
  private static final Pattern FILE =
      Pattern.compile(
          "(?:logs|answers|retries|profiles)(?:/[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}){1,4}");
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final int MOST_REASON = 4_000;
  private static final int MOST_CLASS = 300;

  private final ReportedAttempt attempt;
  private final Job job;
  private final Map<String, List<PlannedCase>> drawn = new HashMap<>();

  RunContents(ReportedAttempt attempt) {
    this.attempt = attempt;
    this.job = attempt.job();
  }

  Job job() {
    return job;
  }

  void requireOpened(Run run) {
    requireOfJob(run);
    require(
        run.state() == RunState.RUNNING && run.endedAt() == null && run.build() == null,
        "it is opened as %s; a run begins as running, without build and end",
        run.state().text());
    require(
        SECRET.matcher(run.seedSecret()).matches(),
        "its secret is not 16 to 64 bytes in hex",
        run.id());
    String machineClass = run.machine().classOf(job.limits().cpus(), job.limits().memory().bytes());
    require(
        run.machineClass().equals(machineClass),
        "its class of machine is not '%s', which its machine and the job's limits give",
        machineClass);
    require(
        isPlain(machineClass) && machineClass.length() <= MOST_CLASS,
        "its class of machine has more than %d characters, or some that cannot be shown",
        MOST_CLASS);
    require(
        run.window() == window(job),
        "its times are '%s', which the job does not give",
        run.window().text());
  }

  private static Window window(Job job) {
    if (job.procedure() != null) {
      return Window.PROCESS;
    }
    return job.language() == null ? Window.SELF_REPORTED : Window.HARNESS;
  }

  void requireClosed(Run opened, Run closed) {
    requireOfJob(closed);
    require(
        closed.state() != RunState.RUNNING && closed.endedAt() != null,
        "it is closed as %s, without an end",
        closed.state().text());
    require(
        closed.startedAt().equals(opened.startedAt())
            && closed.seedSecret().equals(opened.seedSecret())
            && closed.machineClass().equals(opened.machineClass())
            && closed.machine().equals(opened.machine())
            && closed.environment().equals(opened.environment())
            && closed.window() == opened.window()
            && closed.assayVersion().equals(opened.assayVersion()),
        "it is closed with another start, secret, machine or environment than it was opened with (%s)",
        opened.startedAt());
    requireText("the reason of its state", closed.stateReason());
  }

  private void requireOfJob(Run run) {
    require(run.format() == Run.FORMAT, "its format is %d, where 1 is right", run.format());
    require(run.id().equals(attempt.runId()), "it is called '%s'", run.id());
    require(
        run.job().equals(job),
        "the job in it is not the one of hash %s, as it was planned",
        attempt.jobId());
    require(
        run.points().isEmpty(),
        "points stand in it, %d; they have messages of their own",
        run.points().size());
  }

  /// Place of a point in the plan.
  int requirePoint(String name) {
    List<Point> points = job.points();
    for (int i = 0; i < points.size(); i++) {
      if (points.get(i).name().equals(name)) {
        return i;
      }
    }
    throw refused("the point '%s' is not in the plan".formatted(SafeText.shown(name)));
  }

  /// @return place of its point in the plan
  int requireMeasured(Run opened, Measured measured) {
    int pointNo = requirePoint(measured.point());
    int most = job.retryDisturbed() == null ? 0 : job.retryDisturbed();
    require(
        measured.process() >= 0 && measured.process() <= most,
        "a case was measured by process %d, which the plan does not have",
        measured.process());
    requireCase(measured.point(), drawn(opened, measured.point()), measured.result());
    return pointNo;
  }

  /// @return place in the plan
  int requireWhole(Run opened, PointResult point) {
    int pointNo = requirePoint(point.point());
    require(
        point.params().equals(job.points().get(pointNo).params()),
        "the point '%s' has other parameters than in the plan",
        point.point());
    requireText("the bundle's error", point.bundleError());
    requireText("the platform's error", point.platformError());
    int most = job.retryDisturbed() == null ? 0 : job.retryDisturbed();
    require(
        point.retries().size() <= most,
        "%d processes measured disturbed cases again, more than the plan has",
        point.retries().size());
    requireMeasurements(point);
    List<PlannedCase> planned = drawn(opened, point.point());
    Set<Integer> seen = new HashSet<>();
    for (CaseResult one : point.cases()) {
      requireCase(point.point(), planned, one);
      require(seen.add(one.index()), "case %d occurs twice", one.index());
    }
    EncryptedContents.findFault(job, point)
        .ifPresent(fault -> {
          throw refused("point '%s': %s".formatted(SafeText.shown(point.point()), fault));
        });
    return pointNo;
  }

  private void requireCase(String point, List<PlannedCase> planned, CaseResult one) {
    require(
        one.index() >= 0 && one.index() < planned.size(),
        "case %d is not in the plan",
        one.index());
    PlannedCase due = planned.get(one.index());
    require(
        due.seed() == one.seed() && due.kind() == one.kind(),
        (job.procedure() == null
                ? "case %d of point '%s' has not the seed that the run's secret gives"
                : "measurement %d of point '%s' has another number than its place")
            .formatted(one.index(), point),
        one.index());
    Double seconds = one.seconds();
    require(
        seconds == null || (Double.isFinite(seconds) && seconds >= 0),
        "case %d took less than no time",
        one.index());
  }

  private List<PlannedCase> drawn(Run opened, String point) {
    return drawn.computeIfAbsent(
        point, name -> job.procedure() == null ? draw(opened, name) : places(job.procedure()));
  }

  private List<PlannedCase> draw(Run opened, String point) {
    return new SeedDraw(HexFormat.of().parseHex(opened.seedSecret()))
        .draw(point, job.seeds(), job.barSample());
  }

  /// Of a program each measurement at a workload is a case: the one whose output is verified, and
  /// the repeats. Nothing is drawn, so a seed is the place.
  private static List<PlannedCase> places(ProgramRules rules) {
    return IntStream.rangeClosed(0, rules.repeats())
        .mapToObj(place -> new PlannedCase(place, place, CaseKind.SAMPLE))
        .toList();
  }

  /// A program has a measurement for each case that was executed, in the same order; nothing else
  /// has any.
  private void requireMeasurements(PointResult point) {
    List<ProgramMeasurement> measurements = point.measurements();
    require(
        (measurements != null) == (job.procedure() != null),
        "the point '%s' has measurements of a program where the plan has none, or none where it has",
        point.point());
    if (measurements != null) {
      long executed = point.cases().stream().filter(one -> one.status() != Status.LOST).count();
      require(
          measurements.size() == executed,
          "%d measurements are not one for each case that was executed",
          measurements.size());
    }
  }

  void requireFile(KeptFile file) {
    require(
        FILE.matcher(file.name()).matches() && file.name().length() <= 200,
        "no file of a run can be called '%s'",
        SafeText.shown(file.name()));
    require(HASH.matcher(file.blob()).matches(), "'%s' is no hash", SafeText.shown(file.blob()));
    require(file.bytes() >= 0, "a file has %d bytes", file.bytes());
  }

  /// What a new verifier said may differ in nothing else.
  void requireSameMeasurement(PointResult recorded, PointResult again) {
    require(
        recorded.cases().size() == again.cases().size(),
        "%d cases were judged again, another number than was measured",
        again.cases().size());
    for (int i = 0; i < recorded.cases().size(); i++) {
      CaseResult one = recorded.cases().get(i);
      CaseResult other = again.cases().get(i);
      require(
          one.index() == other.index()
              && one.seed() == other.seed()
              && one.kind() == other.kind()
              && Objects.equals(one.seconds(), other.seconds())
              && one.inputHashes().equals(other.inputHashes())
              && one.outputHashes().equals(other.outputHashes()),
          "case %d has another seed, time, input or answer than was measured",
          one.index());
    }
  }

  private void requireText(String what, @Nullable String text) {
    require(
        text == null || (text.length() <= MOST_REASON && text.indexOf('\0') < 0),
        what + " has more than %d characters, or a NUL among them",
        MOST_REASON);
  }

  private static boolean isPlain(String text) {
    return text.chars().noneMatch(Character::isISOControl);
  }

  private void require(boolean holds, String what, Object value) {
    if (!holds) {
      throw refused(what.formatted(value));
    }
  }

  AssayException refused(String what) {
    return new AssayException(
        ErrorCode.REQUEST_INVALID,
        "The report of run %s was refused, and nothing of the batch was stored: %s. The runner has to give this run up."
            .formatted(attempt.runId(), what));
  }
}
