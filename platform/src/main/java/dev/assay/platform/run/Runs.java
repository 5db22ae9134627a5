package dev.assay.platform.run;

import dev.assay.core.bundle.Point;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.judge.SampleQuality;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.platform.access.Caller;
import dev.assay.platform.http.Page;
import dev.assay.platform.judge.RunJudging;
import dev.assay.platform.run.RunRepository.VerdictRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/// Reads runs, as far as the caller may see them.
public final class Runs {
  private final Jdbi jdbi;

  public Runs(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /// Runs below a key, newest first.
  public Page<RunSummary> list(Caller caller, RunFilter filter, long below, int limit) {
    return jdbi.withHandle(handle ->
        Page.of(
            new RunRepository(handle, caller).list(filter, below, limit + 1),
            limit,
            RunRow::key,
            RunRow::summary));
  }

  /// @throws AssayException `NOT_FOUND`, also for what the caller may not see
  public RunView view(Caller caller, String id) {
    return jdbi.withHandle(handle -> {
      var runs = new RunRepository(handle, caller);
      RunRow row = require(runs, id);
      Run run = RunDocuments.base(runs.documents(row.key()));
      Map<Integer, VerdictRow> verdicts = new HashMap<>();
      runs.verdicts(row.key()).forEach(one -> verdicts.put(one.pointNo(), one));
      return view(row, run, verdicts, runs.files(row.key()));
    });
  }

  /// The run with those of its points that a page shows.
  ///
  /// @param from place of the first such point in the plan, from 0
  /// @param most how many points at most
  /// @throws AssayException `NOT_FOUND`, also for what the caller may not see
  public RunReading read(Caller caller, String id, int from, int most) {
    return jdbi.withHandle(handle -> {
      var runs = new RunRepository(handle, caller);
      RunRow row = require(runs, id);
      Run run = RunDocuments.base(runs.documents(row.key()));
      Map<Integer, VerdictRow> verdicts = new HashMap<>();
      runs.verdicts(row.key()).forEach(one -> verdicts.put(one.pointNo(), one));
      var results = new HashMap<Integer, PointResult>();
      runs.pointDocuments(row.key(), from, from + most)
          .forEach((place, document) ->
              results.put(
                  place,
                  RunJudging.held(
                      handle,
                      row.key(),
                      run.job(),
                      RunDocuments.read(document, PointResult.class))));
      List<Point> points = run.job().points();
      List<RunRepository.FileRow> files = runs.files(row.key());
      return new RunReading(
          view(row, run, verdicts, files),
          run,
          row.runnerName(),
          row.isClosed(),
          results,
          row.isClosed() ? Map.of() : runs.measuredCounts(row.key()),
          runs.decisions(row.key()),
          files.stream().collect(Collectors.toMap(file -> file.name(), file -> file.blob())),
          points.isEmpty()
              ? null
              : runs.findPrevious(row.key(), points.getFirst().name()).orElse(null));
    });
  }

  private static RunView view(
      RunRow row, Run run, Map<Integer, VerdictRow> verdicts, List<RunRepository.FileRow> files) {
    return new RunView(
        row.id(),
        row.job(),
        row.attempt(),
        row.state(),
        row.stateReason(),
        run.startedAt(),
        run.endedAt(),
        new RunView.CodeView(
            row.benchmark(),
            row.version(),
            row.bundleHash(),
            row.implementation(),
            row.implementationName(),
            row.submission(),
            row.repository(),
            row.path(),
            row.commit(),
            row.treeHash()),
        new RunView.MachineView(row.machineClass(), row.runner(), run.machine()),
        new RunView.EnvironmentView(
            run.environment(), run.job().solutionImage(), run.job().bundleImage(), run.window()),
        run.stages(),
        run.build(),
        points(run, verdicts),
        files(files));
  }

  private static List<RunView.PointSummary> points(Run run, Map<Integer, VerdictRow> verdicts) {
    var points = new ArrayList<RunView.PointSummary>();
    for (int i = 0; i < run.job().points().size(); i++) {
      Point point = run.job().points().get(i);
      VerdictRow verdict = verdicts.get(i);
      points.add(
          verdict == null
              ? new RunView.PointSummary(
                  point.name(), point.params(), null, null, 0, 0, false, null, false, null)
              : new RunView.PointSummary(
                  point.name(),
                  point.params(),
                  verdict.verdict(),
                  verdict.score(),
                  verdict.casesOk(),
                  verdict.casesAll(),
                  verdict.isSuspect(),
                  verdict.isCleared(),
                  verdict.isRanked(),
                  verdict.rejudging()));
    }
    return points;
  }

  /// @throws AssayException `NOT_FOUND`
  public PointView point(Caller caller, String id, String name) {
    return readPoint(caller, id, name).view();
  }

  /// A point with the run that it belongs to.
  ///
  /// @throws AssayException `NOT_FOUND`, also for what the caller may not see
  public PointReading readPoint(Caller caller, String id, String name) {
    return jdbi.withHandle(handle -> {
      var runs = new RunRepository(handle, caller);
      RunRow row = require(runs, id);
      Run run = RunDocuments.base(runs.documents(row.key()));
      int pointNo = requirePoint(run, name);
      PointResult result =
          runs.findPoint(row.key(), pointNo)
              .map(document ->
                  RunJudging.held(
                      handle, row.key(), run.job(), RunDocuments.read(document, PointResult.class)))
              .orElse(null);
      List<PointView.MeasuredCase> measured =
          result != null
              ? List.of()
              : runs.measured(row.key(), pointNo).stream()
                  .map(one ->
                      new PointView.MeasuredCase(
                          one.process(), RunDocuments.read(one.document(), CaseResult.class)))
                  .toList();
      SampleQuality quality =
          SampleQuality.of(run.job().score(), result == null ? List.of() : result.cases());
      List<VerdictRow> verdicts = runs.verdicts(row.key(), pointNo);
      PointView view =
          new PointView(
              row.id(),
              row.state(),
              name,
              row.implementationName(),
              row.commit(),
              row.machineClass(),
              verdicts.isEmpty() ? null : verdicts.getFirst().score(),
              quality.interval(),
              quality.sentences(),
              verdicts.stream().map(Runs::judged).toList(),
              runs.decisions(row.key(), pointNo),
              result,
              measured);
      return new PointReading(
          row.summary(), run, row.isClosed(), view, pointNo, files(runs.files(row.key())));
    });
  }

  private static List<RunView.FileView> files(List<RunRepository.FileRow> rows) {
    return rows.stream().map(row -> new RunView.FileView(row.name(), row.bytes())).toList();
  }

  /// A file of a run.
  ///
  /// @throws AssayException `NOT_FOUND`, also for what the caller may not see
  public RunFile file(Caller caller, String id, String name) {
    return jdbi.withHandle(handle -> {
      var runs = new RunRepository(handle, caller);
      RunRow row = require(runs, id);
      var file = runs.findFile(row.key(), name).orElseThrow(() -> noFile(row, name));
      return new RunFile(
          row.summary(),
          RunDocuments.base(runs.documents(row.key())),
          file.name(),
          file.blob(),
          file.bytes());
    });
  }

  static AssayException noFile(RunRow row, String name) {
    return new AssayException(
        ErrorCode.NOT_FOUND, "The run %s has no file '%s'.".formatted(row.id(), shortened(name)));
  }

  private static PointView.JudgedVerdict judged(VerdictRow row) {
    return new PointView.JudgedVerdict(
        row.verdict(),
        row.version(),
        row.rejudging(),
        row.score(),
        row.isSuspect(),
        row.isRanked(),
        row.judgedAt());
  }

  /// The run, its answers held against the reference's where its bundle asks for that.
  ///
  /// @throws AssayException `NOT_FOUND`
  public Run run(Caller caller, String id) {
    return jdbi.withHandle(handle -> {
      long key = require(new RunRepository(handle, caller), id).key();
      Run run = RunDocuments.assemble(handle, key);
      return run.job().bar().isJudgedByReference() ? held(handle, key, run) : run;
    });
  }

  private static Run held(Handle handle, long key, Run run) {
    return run.with(
        run.endedAt(),
        run.state(),
        run.stateReason(),
        run.stages(),
        run.build(),
        run.points().stream()
            .map(point -> RunJudging.held(handle, key, run.job(), point))
            .toList());
  }

  /// The newest verdict of each point that has one, by its name in the order of the plan.
  static Map<String, Verdict> verdicts(RunRepository runs, long key) {
    var verdicts = new LinkedHashMap<String, Verdict>();
    runs.verdicts(key).forEach(one -> verdicts.put(one.point(), one.verdict()));
    return verdicts;
  }

  static RunRow require(RunRepository runs, String id) {
    return runs.find(id)
        .orElseThrow(() ->
            new AssayException(
                ErrorCode.NOT_FOUND, "There is no run '%s'.".formatted(shortened(id))));
  }

  static int requirePoint(Run run, String name) {
    List<Point> points = run.job().points();
    for (int i = 0; i < points.size(); i++) {
      if (points.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new AssayException(
        ErrorCode.NOT_FOUND, "The run %s has no point '%s'.".formatted(run.id(), shortened(name)));
  }

  static String shortened(String text) {
    return text.length() > 100 ? text.substring(0, 100) + "…" : text;
  }
}
