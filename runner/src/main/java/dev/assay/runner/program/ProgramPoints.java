package dev.assay.runner.program;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.ProgramRules;
import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.bundle.Workload;
import dev.assay.core.game.Procedure;
import dev.assay.core.game.Step;
import dev.assay.core.game.Taken;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.run.StageClock;
import dev.assay.core.run.Status;
import dev.assay.runner.point.Clock;
import dev.assay.sandbox.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Measures one program at the points of a job, in the order of the procedure. A point is reported
/// as soon as nothing more can be measured there.
public final class ProgramPoints {
  private final ProgramSpec program;
  private final PreparedWorkloads workloads;
  private final ProgramExecution execution;
  private final Path output;
  private final Cancellation cancellation;
  private final Listener listener;

  /// Hears what is measured, on the thread that measures.
  public interface Listener {
    /// A stage begins.
    void stage(String text);

    /// A measurement was made.
    ///
    /// @param of measurements of this point so far planned
    void measured(String point, CaseResult result, int of);

    /// The output that was verified, which is about to be overwritten.
    void output(String point, Path file);

    /// A point is through.
    void point(PointResult result);
  }

  /// @param output where `execution` keeps what the program prints
  public ProgramPoints(
      BundleSpec spec,
      PreparedWorkloads workloads,
      ProgramExecution execution,
      Path output,
      Cancellation cancellation,
      Listener listener) {
    this.program = spec.requireProgram();
    this.workloads = workloads;
    this.execution = execution;
    this.output = output;
    this.cancellation = cancellation;
    this.listener = listener;
  }

  /// Measures until the procedure is through, the run is cancelled or the platform fails.
  ///
  /// @param points in ascending order
  public void measure(List<Point> points) {
    new Work(points).execute();
  }

  /// One point on its way.
  private static final class Progress {
    private final Point point;
    private final Workload workload;
    private final List<StageClock> stages = new ArrayList<>();
    private final List<MeasuredProgram> measured = new ArrayList<>();
    private @Nullable ProcessResult make;
    private @Nullable String bundleError;
    private @Nullable String platformError;

    private Progress(Point point, Workload workload) {
      this.point = point;
      this.workload = workload;
    }

    /// @param unreached why nothing was measured here
    private PointResult result(Cause unreached) {
      List<CaseResult> cases =
          measured.isEmpty() && bundleError == null
              ? List.of(lost(unreached))
              : measured.stream().map(MeasuredProgram::result).toList();
      List<ProgramMeasurement> measurements =
          measured.stream().map(MeasuredProgram::measurement).toList();
      return new PointResult(
          point.name(),
          point.params(),
          Map.of(),
          bundleError,
          platformError,
          stages,
          null,
          null,
          List.of(),
          make,
          measured.stream()
              .flatMap(one -> Stream.ofNullable(one.verify()))
              .findFirst()
              .orElse(null),
          cases,
          List.of(),
          List.of(),
          measurements);
    }

    private static CaseResult lost(Cause why) {
      return new CaseResult(
          0,
          PreparedWorkloads.SEED,
          CaseKind.SAMPLE,
          Status.LOST,
          why,
          null,
          null,
          null,
          null,
          null,
          null,
          List.of(),
          null,
          Map.of(),
          Map.of(),
          "",
          List.of(),
          List.of());
    }
  }

  private final class Work {
    private final List<Progress> all = new ArrayList<>();
    private final List<Progress> usable = new ArrayList<>();
    private final List<Taken> taken = new ArrayList<>();
    private int reported;
    private boolean cutOff;

    private Work(List<Point> points) {
      for (Point point : points) {
        all.add(new Progress(point, program.at(point.name())));
      }
    }

    private ProgramRules rules() {
      return program.rules();
    }

    private void execute() {
      for (Progress one : all) {
        if (cancellation.isRequested()) {
          return;
        }
        prepare(one);
      }
      while (Procedure.next(usable.size(), rules(), taken)
          instanceof Step.Measure(int workload, boolean verified, int order)) {
        if (cancellation.isRequested()) {
          cutOff = true;
          break;
        }
        Progress one = usable.get(workload);
        MeasuredProgram measured = measure(one, verified, order);
        taken.add(measured.taken(workload));
        if (measured.isCancelled() || measured.isPlatformAtFault()) {
          cutOff = true;
          break;
        }
        report();
      }
      finish();
    }

    private void prepare(Progress one) {
      listener.stage("preparing " + one.point.name());
      var clock = new Clock();
      clock.enter("make");
      var prepared = workloads.prepare(one.workload);
      clock.leave();
      one.stages.addAll(clock.stages());
      one.make = prepared.make();
      one.bundleError = prepared.fault();
      if (prepared.fault() == null) {
        usable.add(one);
      }
    }

    private MeasuredProgram measure(Progress one, boolean verified, int order) {
      String name = one.point.name();
      var clock = new Clock();
      clock.enter("cases");
      MeasuredProgram measured =
          execution.measure(one.workload, verified, one.measured.size(), order);
      clock.leave();
      one.stages.addAll(clock.stages());
      one.measured.add(measured);
      if (measured.bundleFault() != null) {
        one.bundleError = measured.bundleFault();
      }
      if (measured.isPlatformAtFault() && measured.result().cause() != null) {
        one.platformError = measured.result().cause().text();
      }
      listener.measured(name, measured.result(), verified ? 1 : 1 + rules().repeats());
      if (verified) {
        listener.output(name, output);
      }
      return measured;
    }

    /// Points in the order of the plan, each when it is settled.
    private void report() {
      while (reported < all.size() && isSettled(all.get(reported))) {
        listener.point(all.get(reported++).result(whyUnreached()));
      }
    }

    private boolean isSettled(Progress one) {
      int place = usable.indexOf(one);
      return place < 0
          || (!one.measured.isEmpty() && Procedure.isSettled(place, usable.size(), rules(), taken));
    }

    private void finish() {
      while (reported < all.size()) {
        Progress one = all.get(reported++);
        if (!cutOff || !one.measured.isEmpty() || one.bundleError != null) {
          listener.point(one.result(whyUnreached()));
        }
      }
    }

    private Cause whyUnreached() {
      return usable.stream()
          .filter(one -> !one.measured.isEmpty())
          .reduce((_, later) -> later)
          .map(one -> one.measured.getFirst().result())
          .map(result -> result.cause() == null ? "" : result.cause().text())
          .map(text ->
              text.isEmpty() ? "was not reached" : "not tried after the workload before: " + text)
          .map(text -> new Cause(Cause.Code.EARLIER_CASE, text))
          .orElseGet(() -> new Cause(Cause.Code.EARLIER_CASE, "was not reached"));
    }
  }
}
