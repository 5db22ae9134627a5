package dev.assay.runner.point;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.Point;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.judge.HarnessCost;
import dev.assay.core.judge.PointWindowCheck;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Ending;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.Suspicion;
import dev.assay.core.run.Verification;
import dev.assay.core.unit.DataSize;
import dev.assay.core.wire.ReportedResults;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.StandardOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Measures one point after the other: make, inspect, run, run again what was disturbed, collect,
/// verify, clean.
public final class PointRunner {
  private static final DataSize SCRATCH = DataSize.ofMebibytes(256);

  private final BundleSpec spec;
  private final Workspace workspace;
  private final BundleCommands commands;
  private final Container container;
  private final Program program;
  private final Logs logs;

  /// The solution as it is started.
  ///
  /// @param command with DIR as its last argument
  /// @param environment of the process
  /// @param folder its own folder in the container
  /// @param harness what its harness costs; absent when it brings its own clock
  /// @param joined what an encrypted solution is given that does all of its stages in one process;
  ///   absent for any other
  public record Program(
      List<String> command,
      Map<String, String> environment,
      String folder,
      @Nullable HarnessCost harness,
      @Nullable JoinedSolution joined) {}

  /// Hears what is measured, on the thread that measures.
  public interface Listener {
    /// A process is about to measure so many cases.
    ///
    /// @param process 0 for the point's first, then 1, 2, … for those that measure disturbed cases
    ///   again
    void begins(int process, int cases);

    /// A case was measured; it is not verified yet.
    void measured(int process, CaseResult result);

    /// The folder of the answers that were taken of a process, which is about to be deleted. It
    /// does not exist when none was.
    void answers(int process, Path folder);
  }

  /// Where logs go.
  public interface Logs {
    /// The file on the host.
    Path file(String name);

    /// How the run names it.
    String recordedAs(String name);
  }

  public PointRunner(
      BundleSpec spec,
      Workspace workspace,
      BundleCommands commands,
      Container container,
      Program program,
      Logs logs) {
    this.spec = spec;
    this.workspace = workspace;
    this.commands = commands;
    this.container = container;
    this.program = program;
    this.logs = logs;
  }

  /// Measures a point.
  ///
  /// @param retries how often disturbed cases are measured again at most
  public PointResult measure(
      Point point, List<PlannedCase> planned, int retries, Listener listener) {
    var work = new Work(point, planned, retries, listener);
    try {
      work.execute();
      for (int process = 0; process < work.measured.size(); process++) {
        listener.answers(process, workspace.answers(process));
      }
    } catch (AssayException e) {
      if (e.code() != ErrorCode.BUNDLE_FAILED) {
        throw e;
      }
      work.bundleError = e.getMessage();
    } catch (IOException | UncheckedIOException e) {
      work.platformError = "the point directory could not be handled: " + e;
    } finally {
      work.clock.enter("clean");
      workspace.wipePoint();
      work.clock.leave();
    }
    return work.result();
  }

  /// The state of one point while it is measured.
  private final class Work {
    private final Point point;
    private final List<PlannedCase> planned;
    private final int mostRetries;
    private final Listener listener;
    private final PointBundle bundle;
    private final Clock clock = new Clock();
    private final List<String> remarks = new ArrayList<>();
    private final List<Suspicion> suspicions = new ArrayList<>();
    private Map<String, BigDecimal> derived = Map.of();

    /// By process.
    private final List<List<MeasuredCase>> measured = new ArrayList<>();

    /// By process, then by case.
    private final List<List<Verification>> verdicts = new ArrayList<>();

    private final List<ProcessResult> retries = new ArrayList<>();

    /// By process, where a harness speaks.
    private final List<Conversation.Outcome> stages = new ArrayList<>();

    private @Nullable ReportedResults reported;
    private @Nullable String bundleError;
    private @Nullable String platformError;
    private @Nullable Long initNanos;
    private @Nullable ProcessResult process;

    private Work(Point point, List<PlannedCase> planned, int mostRetries, Listener listener) {
      this.point = point;
      this.planned = planned;
      this.mostRetries = mostRetries;
      this.listener = listener;
      this.bundle = new PointBundle(spec, commands, workspace.directory(), logs, point, planned);
    }

    private void execute() throws IOException {
      var inspected = bundle.make(clock);
      derived = inspected.derived();
      clock.enter("start");
      workspace.setTheStage(
          PointDirectory.manifestForSolution(spec.envelope(), point, derived, planned.size()),
          program.joined() == null ? null : program.joined().config());
      clock.enter("cases");
      if (program.harness() == null) {
        executeOwnProgram(inspected);
      } else {
        var first = executeHarness(0, inspected, inspected.cases());
        new DisturbedRetries(mostRetries, (retry, due) -> measureAgain(retry, inspected, due))
            .after(first, inspected.cases());
      }
      clock.enter("collect");
      noteSurplus(inspected);
      workspace.clearTheStage(planned);
      if (isPlatformAtFault()) {
        return;
      }
      if (measured.stream().flatMap(List::stream).anyMatch(MeasuredCase::isCancelled)) {
        return;
      }
      // Answers that are held against the reference's are judged where those are known.
      if (!spec.bar().isJudgedByReference()) {
        verifyAnswers();
      }
      KnownSeeds.suspect(caseResults()).ifPresent(suspicions::add);
    }

    private boolean isPlatformAtFault() {
      for (ProcessResult one : processes()) {
        if (one.ending() instanceof Ending.SandboxFailed(String reason)) {
          platformError = reason;
          return true;
        }
      }
      return false;
    }

    private List<ProcessResult> processes() {
      var all = new ArrayList<ProcessResult>();
      if (process != null) {
        all.add(process);
      }
      all.addAll(retries);
      return all;
    }

    /// Of the process that has just ended, before anything of it is wiped.
    private void noteSurplus(PointDirectory.Inspected inspected) {
      int last = measured.size() - 1;
      collector(last, inspected)
          .surplus(planned, program.harness() == null)
          .forEach(text -> remarks.add(said(last, text)));
    }

    private AnswerCollector collector(int number, PointDirectory.Inspected inspected) {
      return new AnswerCollector(
          workspace.out(),
          workspace.answers(number),
          spec.signature().outputs(),
          inspected.scalars());
    }

    private Conversation.Outcome executeHarness(
        int number, PointDirectory.Inspected inspected, List<DueCase> cases) {
      listener.begins(number, cases.size());
      try (var running = container.execute(processSpec(number, true))) {
        var handover = new WorkspaceHandover(workspace, collector(number, inspected));
        var conversation =
            new Conversation(running, limits(), rules(), handover, one -> tell(number, one));
        var outcome =
            number == 0 ? conversation.holdWith(cases) : conversation.holdAgainWith(cases);
        measured.add(outcome.cases());
        stages.add(outcome);
        if (number == 0) {
          initNanos = outcome.initNanos();
          process = outcome.process();
        } else {
          retries.add(outcome.process());
        }
        outcome.remarks().forEach(text -> remarks.add(said(number, text)));
        noteRefusals(number, outcome.process());
        Stream.concat(outcome.suspicions().stream(), shortWindows(outcome.cases()).stream())
            .forEach(one -> suspicions.add(new Suspicion(one.code(), said(number, one.text()))));
        return outcome;
      }
    }

    private Conversation.Outcome measureAgain(
        int retry, PointDirectory.Inspected inspected, List<DueCase> due) {
      clock.enter("retry");
      noteSurplus(inspected);
      try {
        workspace.setTheStageAgain(planned);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      var outcome = executeHarness(retry, inspected, due);
      remarks.add(said(retry, DisturbedRetries.describe(due, outcome)));
      return outcome;
    }

    /// A sentence about a process of the point.
    private static String said(int number, String text) {
      return number == 0 ? text : "retry %d: %s".formatted(number, text);
    }

    private void executeOwnProgram(PointDirectory.Inspected inspected) throws IOException {
      List<DueCase> cases = inspected.cases();
      listener.begins(0, cases.size());
      for (DueCase due : cases) {
        workspace.reveal(due.planned());
      }
      try (var running = container.execute(processSpec(0, false))) {
        var outcome =
            new OwnProgram(
                    running, spec.limits(), workspace.out(), cases.size(), collector(0, inspected))
                .watch(cases);
        outcome.cases().forEach(one -> tell(0, one));
        measured.add(outcome.cases());
        initNanos = outcome.initNanos();
        reported = outcome.reported();
        process = outcome.process();
        remarks.addAll(outcome.remarks());
        noteRefusals(0, outcome.process());
        suspicions.addAll(outcome.suspicions());
      }
    }

    private void noteRefusals(int number, ProcessResult result) {
      EndingRule.remarks(result, spec.limits().processes())
          .forEach(text -> remarks.add(said(number, text)));
    }

    private Limits limits() {
      return program.joined() == null ? spec.limits() : JoinedSolution.limits(spec);
    }

    private Conversation.Rules rules() {
      return program.joined() == null ? Conversation.Rules.PLAIN : JoinedSolution.RULES;
    }

    private ProcessSpec processSpec(int number, boolean conversation) {
      var environment = new LinkedHashMap<>(program.environment());
      if (conversation) {
        environment.put("ASSAY_CONTROL", "stdio");
      }
      String log = logName("stderr", number);
      return new ProcessSpec(
          program.command(),
          environment,
          program.folder(),
          limits().memory(),
          spec.limits().processes(),
          SCRATCH,
          null,
          conversation ? new StandardOutput.Conversation() : new StandardOutput.WithError(),
          new ProcessSpec.Log(logs.file(log), logs.recordedAs(log), spec.limits().log()),
          workspace.outStorage(spec.limits().output()));
    }

    /// As in `N16.stderr.log`, and `N16.stderr.retry-1.log` of a retry.
    private String logName(String what, int number) {
      return number == 0
          ? "%s.%s.log".formatted(point.name(), what)
          : "%s.%s.retry-%d.log".formatted(point.name(), what, number);
    }

    /// Answers of every process: a disturbance may excuse a time, never an answer.
    private void verifyAnswers() throws IOException {
      clock.enter("verify");
      for (int number = 0; number < measured.size(); number++) {
        workspace.showAnswers(number);
        verdicts.add(bundle.verify(logName("verify", number), said(number, "")));
        workspace.hideAnswers(number);
      }
    }

    private List<Suspicion> shortWindows(List<MeasuredCase> cases) {
      HarnessCost harness = program.harness();
      // Most of what a joined solution does lies outside of its window.
      if (harness == null || program.joined() != null) {
        return List.of();
      }
      List<PointWindowCheck.CaseTiming> timings =
          cases.stream().map(MeasuredCase::timing).flatMap(Optional::stream).toList();
      return PointWindowCheck.suspicions(timings, harness, spec.limits().cpus());
    }

    private void tell(int number, MeasuredCase result) {
      listener.measured(number, JudgedCase.result(List.of(new JudgedCase(number, result, null))));
    }

    private PointResult result() {
      PointResult plain = plainResult();
      return spec.envelope() == null
          ? plain
          : plain.with(JoinedStages.of(program.joined(), stages, reported, plain.cases()));
    }

    private PointResult plainResult() {
      return new PointResult(
          point.name(),
          point.params(),
          derived,
          bundleError,
          platformError,
          clock.stages(),
          initNanos,
          process,
          retries,
          bundle.makeProcess(),
          bundle.verifyProcess(),
          caseResults(),
          remarks,
          suspicions);
    }

    private List<CaseResult> caseResults() {
      var byIndex = new TreeMap<Integer, List<JudgedCase>>();
      for (int number = 0; number < measured.size(); number++) {
        for (MeasuredCase one : measured.get(number)) {
          int index = one.due().planned().index();
          Verification verdict = number < verdicts.size() ? verdicts.get(number).get(index) : null;
          byIndex
              .computeIfAbsent(index, _ -> new ArrayList<>())
              .add(new JudgedCase(number, one, verdict));
        }
      }
      return byIndex.values().stream().map(JudgedCase::result).toList();
    }
  }
}
