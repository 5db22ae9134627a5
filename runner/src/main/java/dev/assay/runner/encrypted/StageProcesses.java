package dev.assay.runner.encrypted;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Limits;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.run.Cause;
import dev.assay.core.run.EncryptedPoint.StageProcess;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.Suspicion;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.point.Answer;
import dev.assay.runner.point.BundleFile;
import dev.assay.runner.point.CaseHandover;
import dev.assay.runner.point.Conversation;
import dev.assay.runner.point.DueCase;
import dev.assay.runner.point.EndingRule;
import dev.assay.runner.point.LastWords;
import dev.assay.runner.point.MeasuredCase;
import dev.assay.runner.point.PointRunner;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.StandardOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Starts the processes of one point and holds the conversations with them.
final class StageProcesses {
  /// The attempt of the check with what was sent.
  static final int ECHO = -1;

  private static final DataSize SCRATCH = DataSize.ofMebibytes(256);

  private final BundleSpec spec;
  private final Halves halves;
  private final PointRunner.Logs logs;
  private final String point;
  private final List<StageProcess> ended = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();
  private final List<Suspicion> suspicions = new ArrayList<>();
  private @Nullable String platformError;
  private boolean cancelled;

  StageProcesses(BundleSpec spec, Halves halves, PointRunner.Logs logs, String point) {
    this.spec = spec;
    this.halves = halves;
    this.logs = logs;
    this.point = point;
  }

  /// Every process so far, in order.
  List<StageProcess> ended() {
    return ended;
  }

  List<String> remarks() {
    return remarks;
  }

  List<Suspicion> suspicions() {
    return suspicions;
  }

  /// What the sandbox did wrong; empty when nothing.
  Optional<String> platformError() {
    return Optional.ofNullable(platformError);
  }

  /// Whether nothing more is to be started: the sandbox failed, or a person wants no more of it.
  boolean isOver() {
    return platformError != null || cancelled;
  }

  /// Executes one stage over cases.
  ///
  /// @param attempt of the server
  /// @param collecting takes the answer to a case as soon as it was given
  /// @param listener hears of each case as soon as it is through
  /// @param all whether those whose turn does not come are lost; otherwise they are missing
  Conversation.Outcome execute(
      Stage stage,
      int attempt,
      List<DueCase> cases,
      Function<PlannedCase, Answer> collecting,
      Consumer<MeasuredCase> listener,
      boolean all) {
    Half half = halves.of(stage);
    Limits limits = stage.limits(spec);
    Path log = logs.file(logName(stage, attempt));
    try (var process = half.container().execute(processSpec(half, stage, limits, attempt))) {
      var conversation =
          new Conversation(
              process, limits, stage.rules(), new PartHandover(half.part(), collecting), listener);
      Conversation.Outcome outcome =
          all ? conversation.holdWith(cases) : conversation.holdAgainWith(cases);
      note(stage, attempt, outcome, limits);
      if (stage.isEnvelopes()) {
        requireSound(stage, outcome, log);
      }
      return outcome;
    }
  }

  private record PartHandover(Part part, Function<PlannedCase, Answer> collecting)
      implements CaseHandover {
    @Override
    public void reveal(PlannedCase planned) {
      try {
        part.reveal(planned);
      } catch (IOException e) {
        throw new AssayException(
            ErrorCode.IO, "Case %s could not be handed over: %s".formatted(planned.folder(), e), e);
      }
    }

    @Override
    public Answer collect(PlannedCase planned) {
      return collecting.apply(planned);
    }
  }

  private ProcessSpec processSpec(Half half, Stage stage, Limits limits, int attempt) {
    var environment = new LinkedHashMap<>(half.environment());
    environment.put("ASSAY_CONTROL", "stdio");
    environment.put("ASSAY_STAGE", stage.text());
    String log = logName(stage, attempt);
    return new ProcessSpec(
        half.command(),
        environment,
        half.folder(),
        limits.memory(),
        limits.processes(),
        SCRATCH,
        null,
        new StandardOutput.Conversation(),
        new ProcessSpec.Log(logs.file(log), logs.recordedAs(log), limits.log()),
        new ProcessSpec.Storage(
            half.part().out(),
            half.part().limit(),
            stage.isEnvelopes() ? Limit.DISK : Limit.OUTPUT));
  }

  /// As in `N16.seal.log`, `N16.open.retry-1.log` and `N16.open.echo.log`.
  private String logName(Stage stage, int attempt) {
    return switch (attempt) {
      case 0 -> "%s.%s.log".formatted(point, stage.text());
      case ECHO -> "%s.%s.echo.log".formatted(point, stage.text());
      default -> "%s.%s.retry-%d.log".formatted(point, stage.text(), attempt);
    };
  }

  private void note(Stage stage, int attempt, Conversation.Outcome outcome, Limits limits) {
    ended.add(new StageProcess(stage.text(), attempt, outcome.process()));
    outcome.remarks().forEach(text -> remarks.add(said(stage, attempt, text)));
    EndingRule.remarks(outcome.process(), limits.processes())
        .forEach(text -> remarks.add(said(stage, attempt, text)));
    outcome
        .suspicions()
        .forEach(
            one -> suspicions.add(new Suspicion(one.code(), said(stage, attempt, one.text()))));
    switch (outcome.process().ending()) {
      case Ending.SandboxFailed(String reason) -> platformError = reason;
      case Ending.Stopped(String reason) -> cancelled |= reason.equals(Cancellation.REASON);
      case Ending.Exited _, Ending.Signaled _, Ending.Killed _, Ending.NotStarted _ -> {}
    }
  }

  /// A sentence about a process of the point.
  static String said(Stage stage, int attempt, String text) {
    return switch (attempt) {
      case 0 -> "%s: %s".formatted(stage.text(), text);
      case ECHO -> "%s, the check with what was sent: %s".formatted(stage.text(), text);
      default -> "retry %d, %s: %s".formatted(attempt, stage.text(), text);
    };
  }

  /// What the author's parameters or ciphertexts can bring about is charged to the case. That a
  /// program of the bundle does not start or speaks out of turn, they cannot.
  private static void requireSound(Stage stage, Conversation.Outcome outcome, Path log) {
    if (outcome.process().ending() instanceof Ending.NotStarted(String reason)) {
      throw BundleFile.fault(
          "the envelope could not be started for its stage '%s': %s"
              .formatted(stage.text(), reason));
    }
    for (MeasuredCase one : outcome.cases()) {
      Cause cause = one.cause();
      if (cause != null
          && (cause.code() == Cause.Code.IMPOSSIBLE_TIME || isOutOfTurn(outcome, cause))) {
        throw BundleFile.fault(
            "the envelope broke the rules: %s%s".formatted(cause.text(), LastWords.of(log)));
      }
    }
  }

  private static boolean isOutOfTurn(Conversation.Outcome outcome, Cause cause) {
    return cause.code() == Cause.Code.PROTOCOL
        || (cause.code() == Cause.Code.INIT
            && outcome.process().ending() instanceof Ending.Stopped(String reason)
            && !reason.equals(Cancellation.REASON));
  }
}
