package dev.assay.runner.encrypted;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.bundle.Point;
import dev.assay.core.encrypted.EncryptedStage;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.judge.HarnessCost;
import dev.assay.core.judge.PointWindowCheck;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.EncryptedPoint;
import dev.assay.core.run.EncryptedPoint.EncryptedCase;
import dev.assay.core.run.EncryptedPoint.StageProcess;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.StageClock;
import dev.assay.core.run.Suspicion;
import dev.assay.core.run.Verification;
import dev.assay.core.wire.ReportedParameters;
import dev.assay.runner.encrypted.Ledger.Clock;
import dev.assay.runner.point.BundleCommands;
import dev.assay.runner.point.BundleFile;
import dev.assay.runner.point.DueCase;
import dev.assay.runner.point.HarnessClocks;
import dev.assay.runner.point.JudgedCase;
import dev.assay.runner.point.KnownSeeds;
import dev.assay.runner.point.MeasuredCase;
import dev.assay.runner.point.PointBundle;
import dev.assay.runner.point.PointDirectory;
import dev.assay.runner.point.PointRunner;
import dev.assay.runner.point.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Measures the points of an encrypted solution in split mode, one after the other: make, inspect,
/// encode, seal, run on the server, open, decode, verify, clean.
public final class EncryptedPoints {
  private final BundleSpec spec;
  private final Workspace workspace;
  private final BundleCommands commands;
  private final Halves halves;
  private final Author author;
  private final PointRunner.Logs logs;

  /// What is known of the solution before it is measured.
  ///
  /// @param config its `config.jsonc` as JSON without comments
  /// @param security what the table says of its parameters
  /// @param harness what its harness costs
  public record Author(String config, EncryptedPoint.Security security, HarnessCost harness) {}

  public EncryptedPoints(
      BundleSpec spec,
      Workspace workspace,
      BundleCommands commands,
      Halves halves,
      Author author,
      PointRunner.Logs logs) {
    this.spec = spec;
    this.workspace = workspace;
    this.commands = commands;
    this.halves = halves;
    this.author = author;
    this.logs = logs;
  }

  /// Measures a point.
  ///
  /// @param retries how often disturbed cases are measured again at most
  /// @param listener hears of the server's processes, and of what failed before them
  public PointResult measure(
      Point point, List<PlannedCase> planned, int retries, PointRunner.Listener listener) {
    var work = new Work(point, planned, retries, listener);
    try {
      work.execute();
      for (int attempt = 0; attempt < work.attempts(); attempt++) {
        listener.answers(attempt, workspace.answers(attempt));
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
      clean();
      work.clock.leave();
    }
    return work.result();
  }

  private void clean() {
    try {
      halves.client().part().clear();
      halves.vault().part().clear();
      halves.server().part().clear();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "What the containers saw could not be cleared: %s".formatted(e), e);
    }
    new Kept(workspace).clear();
    workspace.wipePoint();
  }

  /// The state of one point while it is measured.
  private final class Work {
    private final Point point;
    private final List<PlannedCase> planned;
    private final int retries;
    private final PointRunner.Listener listener;
    private final PointBundle bundle;
    private final dev.assay.runner.point.Clock clock = new dev.assay.runner.point.Clock();
    private final StageProcesses processes;
    private final List<Suspicion> suspicions = new ArrayList<>();
    private final List<List<Verification>> verdicts = new ArrayList<>();
    private Map<String, BigDecimal> derived = Map.of();
    private @Nullable StageChain chain;
    private @Nullable String bundleError;
    private @Nullable String platformError;

    private Work(
        Point point, List<PlannedCase> planned, int retries, PointRunner.Listener listener) {
      this.point = point;
      this.planned = planned;
      this.retries = retries;
      this.listener = listener;
      this.bundle = new PointBundle(spec, commands, workspace.directory(), logs, point, planned);
      this.processes = new StageProcesses(spec, halves, logs, point.name());
    }

    private int attempts() {
      return chain == null ? 0 : chain.measured().size();
    }

    private void execute() throws IOException {
      var inspected = bundle.make(clock);
      derived = inspected.derived();
      clock.enter("start");
      new Kept(workspace).take();
      var led =
          new StageChain(
              spec,
              workspace,
              halves,
              processes,
              new StageChain.Setting(
                  PointDirectory.manifestForSolution(
                      spec.envelope(), point, derived, planned.size()),
                  author.config(),
                  inspected.scalars()),
              this::tell);
      chain = led;
      listener.begins(0, planned.size());
      measureCases(led, inspected.cases());
      if (processes.isOver()) {
        led.loseTheRest(inspected.cases());
        platformError = processes.platformError().orElse(null);
        return;
      }
      clock.enter("echo");
      Set<Integer> echoed = led.echo();
      clock.enter("collect");
      new Kept(workspace).giveBack();
      // Answers that are held against the reference's are judged where those are known.
      if (!spec.bar().isJudgedByReference()) {
        verifyAnswers(led);
      }
      suspectEchoes(echoed);
      suspectWindows(led);
      KnownSeeds.suspect(caseResults(led)).ifPresent(suspicions::add);
    }

    private void measureCases(StageChain led, List<DueCase> cases) throws IOException {
      clock.enter("encode");
      List<DueCase> encoded = led.encode(cases);
      if (processes.isOver()) {
        return;
      }
      clock.enter("seal");
      List<DueCase> sealed = led.seal(encoded);
      requireParameters(led);
      if (processes.isOver()) {
        return;
      }
      clock.enter("cases");
      led.serve(sealed, retries, listener::begins);
      if (processes.isOver()) {
        return;
      }
      clock.enter("open");
      for (int attempt = 0; attempt < led.measured().size() && !processes.isOver(); attempt++) {
        led.finish(attempt);
      }
    }

    private void requireParameters(StageChain led) {
      StageChain.Sealed sealed = led.sealed();
      if (sealed != null) {
        requireSame(sealed.parameters(), author.security());
      }
    }

    private static void requireSame(ReportedParameters made, EncryptedPoint.Security checked) {
      if (made.ringDegree() != checked.ringDegree()
          || made.modulusBits() != checked.modulusBits()) {
        throw BundleFile.fault(
            "the envelope made keys of %d bits of modulus at ring degree %d, where config.jsonc asks for %d bits at %d"
                .formatted(
                    made.modulusBits(),
                    made.ringDegree(),
                    checked.modulusBits(),
                    checked.ringDegree()));
      }
    }

    private void verifyAnswers(StageChain led) throws IOException {
      clock.enter("verify");
      for (int attempt = 0; attempt < led.measured().size(); attempt++) {
        verdicts.add(verify(attempt));
      }
    }

    private List<Verification> verify(int attempt) throws IOException {
      workspace.showAnswers(attempt);
      List<Verification> cases = bundle.verify(logName(attempt), said(attempt, ""));
      workspace.hideAnswers(attempt);
      return cases;
    }

    private String logName(int attempt) {
      return switch (attempt) {
        case 0 -> "%s.verify.log".formatted(point.name());
        case StageProcesses.ECHO -> "%s.verify.echo.log".formatted(point.name());
        default -> "%s.verify.retry-%d.log".formatted(point.name(), attempt);
      };
    }

    private static String said(int attempt, String text) {
      return switch (attempt) {
        case 0 -> text;
        case StageProcesses.ECHO -> "the check with what was sent: " + text;
        default -> "retry %d: %s".formatted(attempt, text);
      };
    }

    /// What decodes from the client's own ciphertexts was never computed by the server.
    private void suspectEchoes(Set<Integer> echoed) throws IOException {
      if (echoed.isEmpty()) {
        return;
      }
      Set<Integer> right = spec.bar().isJudgedByReference() ? same(echoed) : passed(echoed);
      right.stream()
          .min(Integer::compare)
          .ifPresent(index ->
              suspicions.add(
                  new Suspicion(
                      Suspicion.Code.ANSWER_IN_ENCODING,
                      "decrypting what was sent to the server already gives the right answer of case %d"
                          .formatted(index))));
    }

    private Set<Integer> passed(Set<Integer> echoed) throws IOException {
      List<Verification> verifications = verify(StageProcesses.ECHO);
      return echoed.stream()
          .filter(index -> verifications.get(index).passed())
          .collect(Collectors.toSet());
    }

    /// Where `verify` has no say: those that give what the server's answer gave, byte for byte.
    private Set<Integer> same(Set<Integer> echoed) throws IOException {
      var same = new HashSet<Integer>();
      for (int index : echoed) {
        String folder = "%06d".formatted(index);
        boolean differs = false;
        for (String name : spec.signature().secretOutputs().keySet()) {
          Path file = Path.of(folder, name + ".bin");
          differs |=
              Files.mismatch(
                      workspace.answers(0).resolve(file),
                      workspace.answers(StageProcesses.ECHO).resolve(file))
                  >= 0;
        }
        if (!differs) {
          same.add(index);
        }
      }
      return same;
    }

    private void suspectWindows(StageChain led) {
      for (int attempt = 0; attempt < led.served().size(); attempt++) {
        int number = attempt;
        List<PointWindowCheck.CaseTiming> timings =
            led.served().get(attempt).stream()
                .map(one -> timing(led.ledger(), number, one))
                .flatMap(Optional::stream)
                .toList();
        PointWindowCheck.suspicions(timings, author.harness(), spec.limits().cpus())
            .forEach(one -> suspicions.add(new Suspicion(one.code(), said(number, one.text()))));
        SerialisingCheck.suspect(led.ledger(), number, led.served().get(attempt))
            .ifPresent(text ->
                suspicions.add(
                    new Suspicion(Suspicion.Code.TIME_OUTSIDE_WINDOW, said(number, text))));
      }
    }

    /// Loading and saving ciphertexts has clocks of its own, and needs no other explanation.
    private static Optional<PointWindowCheck.CaseTiming> timing(
        Ledger ledger, int attempt, MeasuredCase one) {
      int index = one.due().planned().index();
      long serialising =
          ledger.nanos(index, attempt, Clock.LOAD)
              + ledger.nanos(index, attempt, Clock.SAVE_ANSWER);
      return one.timing()
          .map(timing ->
              new PointWindowCheck.CaseTiming(
                  timing.windowNanos() + serialising,
                  timing.bracketNanos(),
                  timing.cpuNanos(),
                  timing.cpuBeforeNanos(),
                  timing.inputBytes(),
                  timing.outputBytes()));
    }

    private void tell(int attempt, MeasuredCase one) {
      listener.measured(attempt, JudgedCase.result(List.of(new JudgedCase(attempt, one, null))));
    }

    private PointResult result() {
      StageChain led = chain;
      List<CaseResult> results = led == null ? List.of() : caseResults(led);
      return new PointResult(
              point.name(),
              point.params(),
              derived,
              bundleError,
              platformError,
              clock.stages(),
              led == null ? null : led.initNanos(),
              server(0).orElse(null),
              processes.ended().stream()
                  .filter(one -> isServers(one) && one.attempt() > 0)
                  .map(StageProcess::process)
                  .toList(),
              bundle.makeProcess(),
              bundle.verifyProcess(),
              results,
              processes.remarks(),
              allSuspicions())
          .with(encrypted(led, results));
    }

    private List<Suspicion> allSuspicions() {
      var all = new ArrayList<>(processes.suspicions());
      all.addAll(suspicions);
      return all;
    }

    private static boolean isServers(StageProcess one) {
      return one.stage().equals(Stage.SERVER.text());
    }

    private Optional<ProcessResult> server(int attempt) {
      return processes.ended().stream()
          .filter(one -> isServers(one) && one.attempt() == attempt)
          .map(StageProcess::process)
          .findFirst();
    }

    private EncryptedPoint encrypted(@Nullable StageChain led, List<CaseResult> results) {
      StageChain.Sealed sealed = led == null ? null : led.sealed();
      List<EncryptedCase> cases =
          led == null ? List.of() : results.stream().map(led.ledger()::caseOf).toList();
      return new EncryptedPoint(
          EncryptedMode.SPLIT,
          author.config(),
          author.security(),
          sealed == null ? List.of() : sealed.keys().blobs(),
          sealed == null ? null : sealed.secret().bytes(),
          led == null ? List.of() : stages(led),
          processes.ended().stream().filter(one -> !isServers(one)).toList(),
          cases);
    }

    private static List<StageClock> stages(StageChain led) {
      var stages = new ArrayList<StageClock>();
      for (Stage stage : List.of(Stage.SEAL, Stage.SERVER, Stage.OPEN)) {
        // The server's harness may be the author's doing: what else it names is no stage.
        HarnessClocks.of(led.readyClocks(stage))
            .forEach((name, nanos) ->
                EncryptedStage.find(name.replace('_', '-'))
                    .filter(EncryptedStage::isOnce)
                    .ifPresent(known -> stages.add(new StageClock(known.text(), nanos))));
      }
      return List.copyOf(stages);
    }

    private List<CaseResult> caseResults(StageChain led) {
      var byIndex = new TreeMap<Integer, List<JudgedCase>>();
      for (int attempt = 0; attempt < led.measured().size(); attempt++) {
        for (MeasuredCase one : led.measured().get(attempt)) {
          int index = one.due().planned().index();
          Verification verdict =
              attempt < verdicts.size() ? verdicts.get(attempt).get(index) : null;
          byIndex
              .computeIfAbsent(index, _ -> new ArrayList<>())
              .add(new JudgedCase(attempt, one, verdict));
        }
      }
      return byIndex.values().stream().map(JudgedCase::result).toList();
    }
  }
}
