package dev.assay.runner.check;

import dev.assay.bundle.manifest.CheckNames;
import dev.assay.bundle.manifest.SolutionManifest;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.ValueType;
import dev.assay.core.bundle.Workload;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.judge.PointJudge;
import dev.assay.core.judge.ReferenceAnswers;
import dev.assay.core.judge.Verdict;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Status;
import dev.assay.core.run.Suspicion;
import dev.assay.core.solution.Expectation;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.core.wire.Verdicts;
import dev.assay.runner.job.BundleSession;
import dev.assay.runner.job.JobRunner;
import dev.assay.runner.job.MachineServices;
import dev.assay.runner.job.RunFolder;
import dev.assay.runner.job.RunListener;
import dev.assay.runner.job.RunRequest;
import dev.assay.runner.job.Surroundings;
import dev.assay.runner.point.BundleFile;
import dev.assay.runner.program.PreparedWorkloads;
import dev.assay.runner.source.SourceRequest;
import dev.assay.runner.source.TreeCopy;
import dev.assay.sandbox.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Proves a bundle before it is published (DESIGN section 3).
public final class BundleCheck {
  /// Where the library that shifts the clock is mounted.
  private static final String CLOCK_SHIFT = "/usr/lib/assay-clock-shift.so";

  /// Seeds per point that are made in every surrounding.
  private static final int SEEDS = 3;

  private ReferenceAnswers referenceAnswers = ReferenceAnswers.NONE;
  private final MachineServices machine;
  private final Path bundle;
  private final Path scratch;
  private final Consumer<Finding> listener;
  private final Consumer<String> progress;
  private final List<Finding> findings = new ArrayList<>();

  /// @param scratch an empty folder for runs; the caller takes it away
  /// @param listener hears each finding as it comes
  /// @param progress hears what is being done
  public BundleCheck(
      MachineServices machine,
      Path bundle,
      Path scratch,
      Consumer<Finding> listener,
      Consumer<String> progress) {
    this.machine = machine;
    this.bundle = bundle;
    this.scratch = scratch;
    this.listener = listener;
    this.progress = progress;
  }

  /// Checks everything; the bundle is proven when every finding passed.
  public List<Finding> execute() {
    BundleSpec spec;
    try (var session = BundleSession.open(bundle, machine, Surroundings.usual(machine.allCpus()))) {
      spec = session.spec();
      found(
          Finding.pass(
              "manifest",
              "%s, %d points, hash %s"
                  .formatted(spec.id(), spec.points().size(), session.frozen().hash())));
      var made = makeAgainAndAgain(session);
      checkReference(session, made);
    }
    checkSolutions(spec);
    return List.copyOf(findings);
  }

  private void found(Finding finding) {
    findings.add(finding);
    listener.accept(finding);
  }

  /// The files of a case, or of the point, by path, as hashes.
  private record Made(Map<String, String> point, Map<Long, Map<String, String>> cases) {}

  private Map<String, Made> makeAgainAndAgain(BundleSession usual) {
    Map<String, Made> baseline = new LinkedHashMap<>();
    for (Point point : usual.spec().points()) {
      progress.accept("making %s".formatted(point.name()));
      make(usual, point, seeds(usual.spec())).ifPresent(made -> baseline.put(point.name(), made));
    }
    if (baseline.size() < usual.spec().points().size()) {
      return baseline;
    }
    for (var other : others(isProgram(usual)).entrySet()) {
      try (var session = BundleSession.open(bundle, machine, other.getValue())) {
        compare(session, baseline, other.getKey());
      }
    }
    return baseline;
  }

  private static boolean isProgram(BundleSession session) {
    return session.spec().protocol() == Protocol.PROGRAM;
  }

  private static List<Long> seeds(BundleSpec spec) {
    return spec.sample().seeds().values().stream().limit(SEEDS).toList();
  }

  /// Other surroundings. Each differs from the usual ones, and the two from each other, in
  /// everything at once.
  ///
  /// @param isProgram whether arguments name files by their paths, so that these must stay
  private Map<String, Surroundings> others(boolean isProgram) {
    var others = new LinkedHashMap<String, Surroundings>();
    others.put(
        isProgram
            ? "make: other path, host, user, time zone, locale, hash seed, one core"
            : "make: other path, folder, host, user, time zone, locale, hash seed, one core; seeds reversed, one more",
        new Surroundings(
            "/srv/some where/else",
            isProgram ? PreparedWorkloads.FOLDER : "/var/tmp/another/DIR",
            "elsewhere",
            machine.allCpus().subList(0, 1),
            List.of(),
            Map.of(
                "TZ", "Asia/Kathmandu",
                "LANG", "C",
                "LC_ALL", "C",
                "USER", "somebody",
                "LOGNAME", "somebody",
                "HOME", "/nonexistent",
                "PYTHONHASHSEED", "1")));
    others.put(
        isProgram
            ? "make: 403 days later, yet another time zone, locale and hash seed"
            : "make: 403 days later, yet another time zone, locale and hash seed; seeds reversed, one more",
        new Surroundings(
            "/opt/b",
            isProgram ? PreparedWorkloads.FOLDER : "/mnt/d",
            "h2",
            machine.allCpus(),
            List.of(Mount.readOnly(machine.clockShift().get(), CLOCK_SHIFT)),
            Map.of(
                "LD_PRELOAD",
                CLOCK_SHIFT,
                "TZ",
                "America/St_Johns",
                "LC_ALL",
                "C.UTF-8",
                "USER",
                "u2",
                "PYTHONHASHSEED",
                "4242")));
    return others;
  }

  private void compare(BundleSession session, Map<String, Made> baseline, String what) {
    var different = new ArrayList<String>();
    for (Point point : session.spec().points()) {
      stopWhenCancelled();
      progress.accept("making %s elsewhere".formatted(point.name()));
      var seeds = new ArrayList<>(seeds(session.spec()).reversed());
      if (!isProgram(session)) {
        // A seed that the baseline did not have, in the middle, so that no case keeps its place.
        seeds.add(seeds.size() / 2, 9_007_199_254_740_990L);
      }
      var again = make(session, point, seeds);
      if (again.isEmpty()) {
        return;
      }
      Made first = baseline.get(point.name());
      if (first == null) {
        continue;
      }
      var differences = new ArrayList<String>();
      addDifferences("point", first.point(), again.get().point(), differences);
      first
          .cases()
          .forEach((seed, files) ->
              addDifferences(
                  "seed " + seed,
                  files,
                  again.get().cases().getOrDefault(seed, Map.of()),
                  differences));
      if (!differences.isEmpty()) {
        different.add(
            "at %s differ: %s"
                .formatted(
                    point.name(), String.join(", ", differences.stream().limit(5).toList())));
      }
    }
    found(
        different.isEmpty()
            ? Finding.pass(what, "the same bytes at every point")
            : Finding.fail(what, String.join("; ", different)));
  }

  private static void addDifferences(
      String where,
      Map<String, String> first,
      Map<String, String> second,
      List<String> differences) {
    Set<String> names = new java.util.TreeSet<>(first.keySet());
    names.addAll(second.keySet());
    for (String name : names) {
      if (!first.getOrDefault(name, "").equals(second.get(name))) {
        differences.add("%s %s".formatted(where, name));
      }
    }
  }

  private java.util.Optional<Made> prepare(BundleSession session, Point point) {
    var prepared = session.workloads().prepare(session.spec().requireProgram().at(point.name()));
    if (prepared.fault() != null) {
      found(Finding.fail("make at " + point.name(), prepared.fault()));
      return java.util.Optional.empty();
    }
    return java.util.Optional.of(
        new Made(Map.of(), Map.of(PreparedWorkloads.SEED, prepared.inputHashes())));
  }

  private java.util.Optional<Made> make(BundleSession session, Point point, List<Long> seeds) {
    if (isProgram(session)) {
      return prepare(session, point);
    }
    var outcome = session.make(point, seeds);
    if (outcome.fault() != null) {
      found(Finding.fail("make at " + point.name(), outcome.fault()));
      return java.util.Optional.empty();
    }
    try {
      var inspected = session.inspect(point, seeds);
      var pointFiles = new TreeMap<>(FolderHashes.of(session.directory().resolve("point")));
      inspected
          .derived()
          .forEach((name, value) -> pointFiles.put("derived " + name, value.toPlainString()));
      var cases = new LinkedHashMap<Long, Map<String, String>>();
      for (int i = 0; i < seeds.size(); i++) {
        var files = new TreeMap<String, String>();
        for (String part : List.of("cases", "expected")) {
          Path folder = session.directory().resolve(part).resolve("%06d".formatted(i));
          FolderHashes.of(folder).forEach((name, hash) -> files.put(part + "/" + name, hash));
        }
        cases.put(seeds.get(i), files);
      }
      return java.util.Optional.of(new Made(pointFiles, cases));
    } catch (AssayException e) {
      if (e.code() != ErrorCode.BUNDLE_FAILED) {
        throw e;
      }
      found(Finding.fail("make at " + point.name(), e.getMessage()));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "%s could not be inspected: %s".formatted(point.name(), e), e);
    }
    return java.util.Optional.empty();
  }

  private void checkReference(BundleSession session, Map<String, Made> made) {
    String reference = session.spec().reference();
    if (reference == null) {
      found(
          Finding.fail(
              "reference",
              "the manifest names no reference solution; write one and name it: reference = \"solutions/reference\""));
      return;
    }
    if (made.size() < session.spec().points().size()) {
      return;
    }
    progress.accept("running the reference");
    var outcome = new JobRunner(machine).execute(request(reference, true), RunListener.SILENT);
    if (session.spec().bar().isJudgedByReference()) {
      checkReferenceAnswers(reference, outcome.run());
      return;
    }
    Run run = outcome.run();
    List<String> failures = notPassed(run);
    found(
        failures.isEmpty()
            ? Finding.pass("reference", "%s passes at every point".formatted(reference))
            : Finding.fail(
                "reference",
                "%s does not pass: %s".formatted(reference, String.join("; ", failures))));
    if (session.spec().envelope() != null) {
      checkEncodings(run);
    }
    if (failures.isEmpty() && isProgram(session)) {
      checkProgramRefusals(session, outcome.folder());
    } else if (failures.isEmpty()) {
      for (Point point : session.spec().points()) {
        checkRefusals(session, point, run, outcome.folder().answers(point.name()));
      }
    }
  }

  /// An answer that is there before the server computes says nothing about servers.
  private void checkEncodings(Run run) {
    List<String> points =
        run.points().stream()
            .filter(point ->
                point.suspicions().stream()
                    .anyMatch(one -> one.code() == Suspicion.Code.ANSWER_IN_ENCODING))
            .map(PointResult::point)
            .toList();
    found(
        points.isEmpty()
            ? Finding.pass("encodings", "what is sent to the server is no right answer yet")
            : Finding.fail(
                "encodings",
                "at %s verify passes what the reference sends to the server, before that has computed; ask for something that inputs are not"
                    .formatted(String.join(", ", points))));
  }

  /// Where its answers are what is right, they have to be the same every time, and its own.
  private void checkReferenceAnswers(String reference, Run first) {
    String pinned = first.job().bar().referenceHash();
    String hash = first.job().source().treeHash();
    if (!hash.equals(pinned)) {
      found(
          Finding.fail(
              "reference",
              "bar.reference_hash is %s, the hash of %s is %s: set it to that"
                  .formatted(pinned, reference, hash)));
      return;
    }
    progress.accept("running the reference again");
    Run second =
        new JobRunner(machine).execute(request(reference, false), RunListener.SILENT).run();
    referenceAnswers = ReferenceAnswers.of(first.job(), List.of(first, second));
    List<String> failures = notPassed(first);
    found(
        failures.isEmpty()
            ? Finding.pass(
                "reference", "%s answers the same twice at every point".formatted(reference))
            : Finding.fail(
                "reference",
                "%s does not answer: %s".formatted(reference, String.join("; ", failures))));
  }

  private RunRequest request(String folder, boolean keepAnswers) {
    return new RunRequest(
        new SourceRequest(bundle.resolve(folder).toString(), ".", null, true),
        bundle,
        JobPlanner.Ask.EVERYTHING,
        scratch,
        keepAnswers);
  }

  private List<String> notPassed(Run recorded) {
    Run run = referenceAnswers.hold(recorded);
    if (run.state() != RunState.FINISHED) {
      return List.of("%s: %s".formatted(run.state().text(), run.stateReason()));
    }
    return run.points().stream()
        .map(point ->
            Map.entry(
                point.point(), PointJudge.judge(run.job().bar(), run.job().barSample(), point, "")))
        .filter(entry -> entry.getValue().outcome() != Verdict.Outcome.PASS)
        .map(entry -> "%s: %s".formatted(entry.getKey(), entry.getValue().reason()))
        .toList();
  }

  private void checkProgramRefusals(BundleSession session, RunFolder folder) {
    ProgramSpec program = session.spec().requireProgram();
    var outputs = new LinkedHashMap<String, Path>();
    for (Workload workload : program.workloads()) {
      outputs.put(
          workload.point(),
          folder
              .answers(workload.point())
              .resolve(PreparedWorkloads.CASE)
              .resolve(PreparedWorkloads.OUTPUT));
    }
    var workloads = session.workloads();
    var refusals = new ProgramRefusals(program, workloads, outputs, scratch);
    for (Workload workload : program.workloads()) {
      workloads.prepare(workload);
      var accepted = new ArrayList<String>();
      int tried = 0;
      for (String name : CheckNames.ALL) {
        stopWhenCancelled();
        if (session.spec().checkSkips().stream().anyMatch(skip -> skip.check().equals(name))) {
          continue;
        }
        progress.accept("spoiling the output at %s: %s".formatted(workload.point(), name));
        try {
          var refused = refusals.refuses(workload, name);
          tried += refused.isPresent() ? 1 : 0;
          if (refused.isPresent() && !refused.get()) {
            accepted.add(name);
          }
        } catch (AssayException e) {
          if (e.code() != ErrorCode.BUNDLE_FAILED) {
            throw e;
          }
          accepted.add("%s (%s)".formatted(name, e.getMessage()));
        } catch (IOException e) {
          throw new AssayException(
              ErrorCode.IO,
              "outputs at %s could not be spoiled: %s".formatted(workload.point(), e),
              e);
        }
      }
      foundRefusals(workload.point(), tried, accepted);
    }
  }

  /// Right answers of two cases are spoiled, one way at a time; the verifier must refuse every
  /// spoiled case, and still pass the untouched ones.
  private void checkRefusals(BundleSession session, Point point, Run run, Path answers) {
    List<CaseResult> cases =
        run.points().stream()
            .filter(result -> result.point().equals(point.name()))
            .flatMap(result -> result.cases().stream())
            .filter(one -> one.kind() == CaseKind.SAMPLE)
            .limit(2)
            .toList();
    var refusal = new Refusal(session, point, cases, answers);
    var accepted = new ArrayList<String>();
    int tried = 0;
    for (String name : CheckNames.ALL) {
      stopWhenCancelled();
      if (session.spec().checkSkips().stream().anyMatch(skip -> skip.check().equals(name))) {
        continue;
      }
      progress.accept("spoiling answers at %s: %s".formatted(point.name(), name));
      try {
        switch (refusal.judge(name)) {
          case NOT_APPLICABLE -> {}
          case REFUSED -> tried++;
          case ACCEPTED -> accepted.add(name);
        }
      } catch (AssayException e) {
        if (e.code() != ErrorCode.BUNDLE_FAILED) {
          throw e;
        }
        accepted.add("%s (%s)".formatted(name, e.getMessage()));
      } catch (IOException e) {
        throw new AssayException(
            ErrorCode.IO, "answers at %s could not be spoiled: %s".formatted(point.name(), e), e);
      }
    }
    foundRefusals(point.name(), tried, accepted);
  }

  private void foundRefusals(String point, int tried, List<String> accepted) {
    String what = "refusals at " + point;
    found(
        accepted.isEmpty()
            ? Finding.pass(what, "%d kinds of spoiled answers are refused".formatted(tried))
            : Finding.fail(
                what,
                "the verifier accepted or failed on answers spoiled by: %s. Mend verify, or leave a check out by [check] skip with a reason"
                    .formatted(String.join(", ", accepted))));
  }

  /// What the verifier said of spoiled answers.
  private enum Judgement {
    NOT_APPLICABLE,
    REFUSED,
    ACCEPTED
  }

  private record Refusal(BundleSession session, Point point, List<CaseResult> cases, Path answers) {
    Judgement judge(String name) throws IOException {
      var made = session.make(point, cases.stream().map(CaseResult::seed).toList());
      if (made.fault() != null) {
        throw new AssayException(ErrorCode.BUNDLE_FAILED, made.fault());
      }
      var spoiled = new ArrayList<Integer>();
      for (int i = 0; i < cases.size(); i++) {
        if (spoil(name, i)) {
          spoiled.add(i);
        }
      }
      if (spoiled.isEmpty()) {
        return Judgement.NOT_APPLICABLE;
      }
      var outcome = session.verify();
      if (outcome.fault() != null) {
        throw new AssayException(ErrorCode.BUNDLE_FAILED, outcome.fault());
      }
      var verdicts =
          Verdicts.parse(
                  BundleFile.read(session.directory().resolve("verdicts.json")), cases.size())
              .cases();
      boolean accepted = spoiled.stream().anyMatch(i -> verdicts.get(i).passed());
      return accepted ? Judgement.ACCEPTED : Judgement.REFUSED;
    }

    /// Lays an answer into `out/`, spoiled; false when the mutation does not change it.
    private boolean spoil(String name, int index) throws IOException {
      Path from = answers.resolve("%06d".formatted(cases.get(index).index()));
      Path to = session.directory().resolve("out").resolve("%06d".formatted(index));
      if (name.equals(CheckNames.MISSING)) {
        Files.createDirectories(to);
        return true;
      }
      if (name.equals(CheckNames.SWAPPED)) {
        Path other =
            answers.resolve("%06d".formatted(cases.get((index + 1) % cases.size()).index()));
        TreeCopy.copy(other, to);
        return !FolderHashes.of(from).equals(FolderHashes.of(other));
      }
      TreeCopy.copy(from, to);
      boolean changed = false;
      for (var output : session.spec().signature().outputs().entrySet()) {
        changed |= spoilFile(name, output.getValue(), to.resolve(output.getKey() + ".bin"));
      }
      return changed;
    }

    private static boolean spoilFile(String name, ValueType type, Path file) throws IOException {
      byte[] right = Files.readAllBytes(file);
      for (Mutation mutation : Mutation.ALL) {
        if (mutation.name().equals(name)) {
          var spoiled = mutation.spoil(type, right).filter(bytes -> !Arrays.equals(bytes, right));
          if (spoiled.isPresent()) {
            Files.write(file, spoiled.get());
          }
          return spoiled.isPresent();
        }
      }
      throw new IllegalStateException("no such check: " + name);
    }
  }

  private void checkSolutions(BundleSpec spec) {
    Path solutions = bundle.resolve("solutions");
    if (!Files.isDirectory(solutions)) {
      return;
    }
    List<Path> folders;
    try (var stream = Files.list(solutions)) {
      folders =
          stream
              .filter(path -> Files.isRegularFile(path.resolve(SolutionManifest.FILE_NAME)))
              .sorted()
              .toList();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "%s could not be listed: %s".formatted(solutions, e), e);
    }
    for (Path folder : folders) {
      stopWhenCancelled();
      String name = "solutions/" + folder.getFileName();
      if (!name.equals(spec.reference())) {
        checkSolution(folder, name);
      }
    }
  }

  private void checkSolution(Path folder, String name) {
    SolutionSpec solution = SolutionManifest.read(folder);
    Expectation expectation = solution.expectation();
    if (expectation == null) {
      found(Finding.fail(name, "says no `expect`; say how it ends, as in expect = \"pass\""));
      return;
    }
    progress.accept("running " + name);
    Run run = new JobRunner(machine).execute(request(name, false), RunListener.SILENT).run();
    List<String> notPassed = notPassed(run);
    boolean asExpected =
        switch (expectation.ending()) {
          case PASS -> notPassed.isEmpty();
          case FAIL -> run.state() == RunState.FINISHED && !notPassed.isEmpty();
          case BUILD_FAILED -> run.state() == RunState.BUILD_FAILED;
        };
    if (!asExpected) {
      found(
          Finding.fail(
              name,
              "was to end as %s: %s"
                  .formatted(
                      expectation.ending().text(),
                      notPassed.isEmpty() ? "it passes" : String.join("; ", notPassed))));
      return;
    }
    List<String> missing = missing(expectation, referenceAnswers.hold(run));
    found(
        missing.isEmpty()
            ? Finding.pass(name, "ends as %s, as it says".formatted(expectation.ending().text()))
            : Finding.fail(name, String.join("; ", missing)));
  }

  /// What was to occur and did not, as sentences.
  private static List<String> missing(Expectation expectation, Run run) {
    Set<Status> statuses = EnumSet.noneOf(Status.class);
    Set<Suspicion.Code> suspicions = EnumSet.noneOf(Suspicion.Code.class);
    for (PointResult point : run.points()) {
      point.suspicions().forEach(one -> suspicions.add(one.code()));
      for (CaseResult one : point.cases()) {
        statuses.add(one.status());
        one.suspicions().forEach(suspicion -> suspicions.add(suspicion.code()));
      }
    }
    return Stream.concat(
            expectation.statuses().stream()
                .filter(status -> !statuses.contains(status))
                .map(status -> "no case came out as " + status.text()),
            expectation.suspicions().stream()
                .filter(code -> !suspicions.contains(code))
                .map(code -> "nothing is suspected as " + code.text()))
        .toList();
  }

  private void stopWhenCancelled() {
    if (machine.cancellation().isRequested()) {
      throw new AssayException(ErrorCode.CANCELLED, "Cancelled.");
    }
  }
}
