package dev.assay.runner.point;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.judge.SeedFamiliarity;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Ending;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import dev.assay.core.run.Verification;
import dev.assay.core.unit.DataSize;
import dev.assay.core.wire.Verdicts;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ProcessSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Measures one point after the other: make, inspect, run, collect, verify, clean.
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
  /// @param selfReported whether it brings its own clock
  public record Program(
      List<String> command, Map<String, String> environment, String folder, boolean selfReported) {}

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

  /// Measures a point; the listener hears of each case as soon as it is measured, before it is
  /// verified.
  ///
  /// @param keeper gets the folder of the collected answers before it is deleted
  public PointResult measure(
      Point point,
      List<PlannedCase> planned,
      Consumer<CaseResult> listener,
      Consumer<Path> keeper) {
    var work = new Work(point, planned, listener);
    try {
      work.execute();
      keeper.accept(workspace.directory().resolve("out"));
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
    private final Consumer<CaseResult> listener;
    private final Clock clock = new Clock();
    private final List<String> remarks = new ArrayList<>();
    private final List<Suspicion> suspicions = new ArrayList<>();
    private Map<String, BigDecimal> derived = Map.of();
    private List<MeasuredCase> measured = List.of();
    private List<Verification> verdicts = List.of();
    private @Nullable String bundleError;
    private @Nullable String platformError;
    private @Nullable Long initNanos;
    private @Nullable ProcessResult process;
    private @Nullable ProcessResult make;
    private @Nullable ProcessResult verify;

    private Work(Point point, List<PlannedCase> planned, Consumer<CaseResult> listener) {
      this.point = point;
      this.planned = planned;
      this.listener = listener;
    }

    private void execute() throws IOException {
      var inspected = makeCases();
      derived = inspected.derived();
      clock.enter("start");
      workspace.setTheStage(PointDirectory.manifestForSolution(point, derived, planned.size()));
      var collector =
          new AnswerCollector(
              workspace.out(),
              workspace.directory().resolve("out"),
              spec.signature().outputs(),
              inspected.scalars());
      clock.enter("cases");
      if (program.selfReported()) {
        executeOwnProgram(inspected.cases(), collector);
      } else {
        executeHarness(inspected.cases(), collector);
      }
      clock.enter("collect");
      remarks.addAll(collector.surplus(planned));
      workspace.clearTheStage(planned);
      if (process != null && process.ending() instanceof Ending.SandboxFailed(String reason)) {
        platformError = reason;
        return;
      }
      if (measured.stream().anyMatch(MeasuredCase::isCancelled)) {
        return;
      }
      verifyAnswers();
      suspectKnownSeeds();
    }

    private PointDirectory.Inspected makeCases() throws IOException {
      clock.enter("make");
      String log = point.name() + ".make.log";
      var outcome =
          commands.make(
              point,
              planned.stream().map(PlannedCase::seed).toList(),
              logs.file(log),
              logs.recordedAs(log));
      make = outcome.process();
      if (outcome.fault() != null) {
        throw BundleFile.fault(outcome.fault());
      }
      clock.enter("inspect");
      return new PointDirectory(workspace.directory(), spec.signature()).inspect(point, planned);
    }

    private void executeHarness(List<DueCase> cases, AnswerCollector collector) {
      try (var running = container.execute(processSpec(true))) {
        var handover = new WorkspaceHandover(workspace, collector);
        var outcome =
            new Conversation(running, spec.limits(), handover, this::tell).holdWith(cases);
        keep(outcome.cases(), outcome.initNanos(), outcome.process(), outcome.remarks());
        suspicions.addAll(outcome.suspicions());
      }
    }

    private void executeOwnProgram(List<DueCase> cases, AnswerCollector collector)
        throws IOException {
      for (DueCase due : cases) {
        workspace.reveal(due.planned());
      }
      try (var running = container.execute(processSpec(false))) {
        var outcome =
            new OwnProgram(running, spec.limits(), workspace.out(), cases.size(), collector)
                .watch(cases);
        outcome.cases().forEach(this::tell);
        keep(outcome.cases(), outcome.initNanos(), outcome.process(), outcome.remarks());
        suspicions.addAll(outcome.suspicions());
      }
    }

    private void keep(
        List<MeasuredCase> cases, @Nullable Long init, ProcessResult result, List<String> found) {
      measured = cases;
      initNanos = init;
      process = result;
      remarks.addAll(found);
    }

    private ProcessSpec processSpec(boolean conversation) {
      var environment = new LinkedHashMap<>(program.environment());
      if (conversation) {
        environment.put("ASSAY_CONTROL", "stdio");
      }
      String log = point.name() + ".stderr.log";
      return new ProcessSpec(
          program.command(),
          environment,
          program.folder(),
          spec.limits().memory(),
          spec.limits().processes(),
          SCRATCH,
          conversation,
          new ProcessSpec.Log(logs.file(log), logs.recordedAs(log), spec.limits().log()),
          workspace.outStorage(spec.limits().output()));
    }

    private void verifyAnswers() throws IOException {
      clock.enter("verify");
      String log = point.name() + ".verify.log";
      var outcome = commands.verify(logs.file(log), logs.recordedAs(log));
      verify = outcome.process();
      if (outcome.fault() != null) {
        throw BundleFile.fault(outcome.fault());
      }
      byte[] file = BundleFile.read(workspace.directory().resolve("verdicts.json"));
      verdicts = Verdicts.parse(file, planned.size()).cases();
    }

    private void suspectKnownSeeds() {
      var known = new ArrayList<Double>();
      var fresh = new ArrayList<Double>();
      for (CaseResult result : caseResults()) {
        Double seconds = result.seconds();
        if (result.status() == Status.OK && seconds != null) {
          switch (result.kind()) {
            case SAMPLE -> known.add(seconds);
            case FRESH -> fresh.add(seconds);
            case WARMUP -> {}
          }
        }
      }
      SeedFamiliarity.suspect(known, fresh).ifPresent(suspicions::add);
    }

    private void tell(MeasuredCase result) {
      listener.accept(unverified(result));
    }

    private PointResult result() {
      return new PointResult(
          point.name(),
          point.params(),
          derived,
          bundleError,
          platformError,
          clock.stages(),
          initNanos,
          process,
          make,
          verify,
          caseResults(),
          remarks,
          suspicions);
    }

    private List<CaseResult> caseResults() {
      return measured.stream()
          .map(one -> {
            int index = one.due().planned().index();
            return verdicts.isEmpty() ? unverified(one) : verified(one, verdicts.get(index));
          })
          .toList();
    }
  }

  private static CaseResult unverified(MeasuredCase one) {
    return caseResult(one, one.status(), one.cause(), null);
  }

  /// The verifier has the last word on a case that was answered, and none on another.
  private static CaseResult verified(MeasuredCase one, Verification verdict) {
    if (one.status() != Status.OK) {
      return unverified(one);
    }
    Answer answer = one.answer();
    if (answer == null || !answer.isComplete()) {
      String what =
          answer == null || answer.remarks().isEmpty() ? "no answer" : answer.remarks().getFirst();
      return caseResult(one, Status.WRONG, new Cause(Cause.Code.NO_ANSWER, what), verdict);
    }
    if (!verdict.passed()) {
      String note =
          verdict.note().isEmpty()
              ? "the verifier refused the answer"
              : "the verifier refused the answer: " + verdict.note();
      return caseResult(one, Status.WRONG, new Cause(Cause.Code.VERIFIER, note), verdict);
    }
    return caseResult(one, Status.OK, null, verdict);
  }

  private static CaseResult caseResult(
      MeasuredCase one, Status status, @Nullable Cause cause, @Nullable Verification verdict) {
    Answer answer = one.answer();
    return new CaseResult(
        one.due().planned().index(),
        one.due().planned().seed(),
        one.due().planned().kind(),
        status,
        cause,
        one.seconds(),
        one.bracketNanos(),
        one.cpuNanos(),
        one.cpuBeforeNanos(),
        verdict,
        one.due().inputHashes(),
        answer == null ? new HashMap<>() : answer.hashes(),
        one.note(),
        answer == null ? List.of() : answer.remarks(),
        one.suspicions());
  }

  /// Renames cases into view and collects at once.
  private record WorkspaceHandover(Workspace workspace, AnswerCollector collector)
      implements CaseHandover {
    @Override
    public void reveal(PlannedCase planned) {
      try {
        workspace.reveal(planned);
      } catch (IOException e) {
        throw new AssayException(
            ErrorCode.IO, "Case %s could not be handed over: %s".formatted(planned.folder(), e), e);
      }
    }

    @Override
    public Answer collect(PlannedCase planned) {
      return collector.collect(planned);
    }
  }
}
