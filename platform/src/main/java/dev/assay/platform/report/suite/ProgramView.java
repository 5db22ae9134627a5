package dev.assay.platform.report.suite;

import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.game.Procedure;
import dev.assay.core.game.Step;
import dev.assay.core.run.LogFile;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.statistics.MedianInterval;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.suite.ProgramResult;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.core.suite.TaskBundle;
import dev.assay.core.suite.TaskResult;
import dev.assay.core.suite.WorkloadResult;
import dev.assay.core.text.CommandText;
import dev.assay.core.text.SafeText;
import dev.assay.core.unit.DurationText;
import dev.assay.platform.report.Fact;
import dev.assay.platform.report.LogView;
import dev.assay.platform.report.MeasuredBy;
import dev.assay.platform.report.MemoryChart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One program: what its numbers belong to, what came of it, every measurement, its build and its
/// source.
///
/// @param headline what came of it, in a sentence
/// @param ending why nothing more was measured; empty where that is not known
/// @param spreads its times at each workload, in words
/// @param memory of the measurement that is reported at its largest workload
/// @param memoryNote why there is no drawing
/// @param version what the language's version command printed
/// @param logs of the build, and of what it said when it failed
public record ProgramView(
    String name,
    String task,
    String language,
    String headline,
    String ending,
    List<Fact> code,
    List<Fact> environment,
    List<Fact> judgedBy,
    FigureTable table,
    List<Fact> spreads,
    MeasurementRows measurements,
    @Nullable MemoryChart memory,
    String memoryNote,
    String version,
    String buildNote,
    List<LogView> logs,
    String sourceFile,
    @Nullable SourceText source) {
  public ProgramView {
    code = List.copyOf(code);
    environment = List.copyOf(environment);
    judgedBy = List.copyOf(judgedBy);
    spreads = List.copyOf(spreads);
    logs = List.copyOf(logs);
  }

  static ProgramView of(
      TaskResult task, ProgramResult program, SuiteFigures figures, SuiteTexts texts) {
    return new Page(task, program, figures, texts).view();
  }

  private record Page(
      TaskResult task, ProgramResult program, SuiteFigures figures, SuiteTexts texts) {
    private static final int MOST_LOGS = 6;
    private static final double LEVEL = 0.95;

    ProgramView view() {
      @Nullable ProgramMeasurement reported = program.largest().reported().measurement();
      return new ProgramView(
          program.shortName(),
          program.program().task(),
          program.program().language(),
          headline(),
          ending(),
          code(),
          environment(),
          judgedBy(),
          table(),
          spreads(),
          MeasurementRows.of(program, figures),
          MemoryChart.find(reported == null ? null : reported.process()),
          MemoryChart.whyNone(reported == null ? null : reported.process()),
          SafeText.lines(identity().version()),
          identity().build().isEmpty() ? "There is nothing to build." : "",
          logs(),
          fileName(),
          texts.source(fileName()).map(SourceText::of).orElse(null));
    }

    private ProgramIdentity identity() {
      return program.newest().identity();
    }

    private String fileName() {
      String path = program.newest().path();
      return path.substring(path.lastIndexOf('/') + 1);
    }

    private String headline() {
      WorkloadResult largest = program.largest();
      if (!largest.isRight()) {
        return "At n = %s: %s. %s"
            .formatted(
                Columns.grouped(largest.n()),
                StatusWords.of(largest.reported()),
                StatusWords.why(largest.reported()));
      }
      return "%s at n = %s, %s× the fastest."
          .formatted(
              DurationText.ofSeconds(largest.reported().wallNanos() / 1e9),
              Columns.grouped(largest.n()),
              Columns.ratioText(task.ratio(largest).orElse(1)));
    }

    private Optional<TaskBundle> bundle() {
      return Optional.ofNullable(figures.measured().bundles().get(task.task()))
          .filter(one -> one.hash().equals(identity().bundleHash()));
    }

    private String ending() {
      return bundle()
          .flatMap(one -> Optional.ofNullable(one.spec().program()))
          .map(this::ending)
          .orElse("");
    }

    private String ending(ProgramSpec spec) {
      Step next =
          Procedure.next(
              spec.workloads().size(),
              spec.rules(),
              program.entries().stream().map(SuiteEntry::taken).toList());
      return switch (next) {
        case Step.Measure _ -> "It is not through yet: measuring was interrupted.";
        case Step.Through(Step.Reason reason) ->
            switch (reason) {
              case NO_WORKLOAD -> "There is no workload.";
              case COMPLETE -> "It was measured at every workload, and at the largest again.";
              case OVER_CUTOFF ->
                  "The largest workload took longer than the cutoff, so it was measured once.";
              case FAILED -> "It was not right at a workload, so larger ones were not tried.";
              case FELL_BACK ->
                  "It took longer than the timeout at a workload; the largest that it did within the cutoff was measured again.";
              case TIMED_OUT -> "It took longer than the timeout at a workload.";
              case REPEAT_TIMED_OUT -> "A repeat took longer than the timeout.";
            };
      };
    }

    private List<Fact> code() {
      long bytes = program.newest().sourceBytes();
      var facts = new Fact.Facts();
      facts.addCode("source", fileName());
      facts.addCode("SHA-256", identity().sourceHash());
      facts.add(
          "size",
          bytes == 0
              ? "not known, since nothing tells its comments"
              : "%s B, without comments and repeated white space, gzip at its fastest"
                  .formatted(Columns.grouped(bytes)));
      facts.addCode(
          "build", identity().build().isEmpty() ? null : CommandText.of(identity().build()));
      facts.addCode("start", CommandText.of(identity().run()));
      return facts.list();
    }

    private List<Fact> environment() {
      return new Fact.Facts()
          .add("machine", identity().machine())
          .addCode("image", identity().imageDigest())
          .add(
              "version",
              SafeText.oneLine(identity().version().lines().findFirst().orElse("not known")))
          .add("measured", Times.span(program.entries()))
          .add("by", MeasuredBy.of(program.entries().stream().map(SuiteEntry::assayVersion)))
          .list();
    }

    private List<Fact> judgedBy() {
      var facts = new Fact.Facts();
      facts.add(
          "bundle", bundle().map(one -> one.spec().id()).orElse("changed since, or not there"));
      facts.addCode("content", identity().bundleHash());
      bundle()
          .flatMap(one -> Optional.ofNullable(one.spec().program()))
          .ifPresent(spec -> facts.add("output", Rules.comparison(spec)));
      return facts.list();
    }

    private FigureTable table() {
      return new FigureTable.Builder(
              "%s at each workload".formatted(program.shortName()),
              "n",
              Links.FROM_BELOW,
              one -> Columns.grouped(one.n()),
              one -> FigureTable.orNaN(task.ratio(one)))
          .addAll(program.workloads().reversed())
          .build();
    }

    private List<Fact> spreads() {
      return program.workloads().stream()
          .filter(one -> one.right().size() > 1)
          .map(one -> Fact.of("n = " + Columns.grouped(one.n()), spread(one.seconds())))
          .toList();
    }

    private static String spread(List<Double> seconds) {
      double lowest = seconds.stream().mapToDouble(Double::doubleValue).min().orElse(0);
      double highest = seconds.stream().mapToDouble(Double::doubleValue).max().orElse(0);
      String interval =
          MedianInterval.bootstrap(seconds, LEVEL)
              .map(one -> ", 95 % interval " + DurationText.ofRange(one.low(), one.high()))
              .orElse("");
      return "%s of %d measurements, median %s%s"
          .formatted(
              DurationText.ofRange(lowest, highest),
              seconds.size(),
              DurationText.ofSeconds(MedianInterval.median(seconds)),
              interval);
    }

    private List<LogView> logs() {
      var logs = new ArrayList<@Nullable LogView>();
      if (!identity().build().isEmpty()) {
        logs.add(buildLog());
      }
      program.entries().stream()
          .flatMap(entry -> Optional.ofNullable(entry.measurement()).stream())
          .flatMap(one -> Optional.ofNullable(one.process().stderr()).stream())
          .filter(log -> log.bytes() > 0)
          .limit(MOST_LOGS)
          .forEach(log -> logs.add(log("standard error: " + log.file(), log)));
      return logs.stream().filter(Objects::nonNull).map(Objects::requireNonNull).toList();
    }

    private LogView buildLog() {
      String file = "logs/%s.build.log".formatted(program.shortName());
      byte[] text = texts.log(file).orElse(new byte[0]);
      LogView log = log("build log", new LogFile(file, text.length, text.length, false));
      return log == null
          ? new LogView("build log", file, "0 B", "The build printed nothing.")
          : log;
    }

    private @Nullable LogView log(String title, LogFile log) {
      return LogView.of(
          SafeText.oneLine(title),
          log,
          Map.of(log.file(), texts.log(log.file()).map(SourceText::decoded).orElse("")));
    }
  }
}
