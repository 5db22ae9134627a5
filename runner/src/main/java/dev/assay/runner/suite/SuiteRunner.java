package dev.assay.runner.suite;

import dev.assay.bundle.manifest.SuiteManifest;
import dev.assay.core.bundle.Workload;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.game.GameRow;
import dev.assay.core.game.GameStatus;
import dev.assay.core.game.Rounds;
import dev.assay.core.game.Step;
import dev.assay.core.game.source.SourceLanguage;
import dev.assay.core.game.source.SourceSize;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Machine;
import dev.assay.core.suite.FoundPrograms;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.suite.ProgramSource;
import dev.assay.core.suite.Suite;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.core.suite.TaskBundle;
import dev.assay.runner.job.MachineServices;
import dev.assay.runner.job.ProgramSession;
import dev.assay.runner.program.MeasuredProgram;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Measures a suite: finds its programs, builds them, and measures what is missing or has changed,
/// in the order of the procedure. Every measurement is on the disk before the next one begins, so
/// it can be interrupted at any time. Used once.
public final class SuiteRunner implements AutoCloseable {
  private final MachineServices machine;
  private final SuiteRequest request;
  private final SuiteListener listener;
  private final OpenSuite suite;
  private final SuiteResults results;
  private final ResultsLock lock;
  private final List<String> remarks = new ArrayList<>();
  private @Nullable Open open;

  private record Open(SuiteProgram program, ProgramSession session) {}

  /// What came of it.
  ///
  /// @param programs those that were asked for
  /// @param entries every measurement that is in force, program by program
  /// @param bundles by task, those that could be opened, and as they are now
  /// @param remarks on files and bundles, as sentences
  /// @param cancelled whether it was interrupted
  public record Outcome(
      Suite suite,
      Machine machine,
      Map<String, TaskBundle> bundles,
      List<ProgramSource> programs,
      List<SuiteEntry> entries,
      List<String> remarks,
      boolean cancelled) {
    public Outcome {
      bundles = Map.copyOf(bundles);
      programs = List.copyOf(programs);
      entries = List.copyOf(entries);
      remarks = List.copyOf(remarks);
    }
  }

  /// Reads the suite.
  public SuiteRunner(MachineServices machine, SuiteRequest request, SuiteListener listener) {
    this.machine = machine;
    this.request = request;
    this.listener = listener;
    Suite manifest = SuiteManifest.read(request.suite());
    this.results = SuiteResults.open(request.results());
    requireRoom();
    this.lock = ResultsLock.of(results.folder());
    this.suite = new OpenSuite(machine, manifest, request.suite(), results.logs(), listener::stage);
  }

  private void requireRoom() {
    if (!request.resume() && !results.isEmpty()) {
      throw new AssayException(
          ErrorCode.USAGE,
          "%s has measurements already. Keep them and measure what is missing or changed with --resume-missing, or name another folder with --results."
              .formatted(results.folder()));
    }
  }

  public Outcome execute() {
    FoundPrograms found = suite.find();
    found.remarks().forEach(one -> remarks.add(one.text()));
    listener.found(found.programs().size(), found.remarks().size());
    if (found.programs().isEmpty()) {
      remarks.add(
          "there is no program in %s; put files there that are named TASK.LANGUAGE-NUMBER.EXTENSION, as in nbody.gcc-2.c"
              .formatted(request.suite().resolve(suite.suite().programs())));
    }
    Machine described = machine.describer().describe();
    List<ProgramSource> selected = SuitePrograms.select(found.programs(), request.only());
    List<SuiteProgram> programs =
        suite.open(selected, described, UnaryOperator.identity(), remarks).stream()
            .map(this::program)
            .toList();
    List<SuiteEntry> before = results.entries();
    takeOver(programs, before);
    boolean cancelled = measure(programs);
    List<SuiteEntry> entries =
        Stream.concat(
                programs.stream().flatMap(program -> program.entries().stream()),
                ofOthers(selected, before))
            .toList();
    results.writeDataFiles(entries);
    return new Outcome(
        suite.suite(), described, taskBundles(entries), selected, entries, remarks, cancelled);
  }

  private SuiteProgram program(OpenSuite.OpenProgram opened) {
    byte[] text = opened.text().bytes();
    results.keepSource(opened.source().fileName(), text);
    return new SuiteProgram(opened, size(opened.source(), text, opened.language().syntax()));
  }

  private long size(ProgramSource source, byte[] text, @Nullable SourceLanguage syntax) {
    if (syntax == null) {
      return 0;
    }
    var size = SourceSize.of(text, syntax);
    size.doubts()
        .forEach(doubt ->
            remarks.add("%s: its source size may be wrong: %s".formatted(source.path(), doubt)));
    return size.compressedBytes();
  }

  /// What tasks were measured against, also those of programs that were not asked for now.
  private Map<String, TaskBundle> taskBundles(List<SuiteEntry> entries) {
    Set<String> measured = entries.stream().map(SuiteEntry::task).collect(Collectors.toSet());
    var found = new HashMap<String, TaskBundle>();
    for (Suite.Task task : suite.suite().tasks()) {
      if (measured.contains(task.name())) {
        suite.findBundle(task).ifPresent(bundle -> found.put(task.name(), bundle));
      }
    }
    return found;
  }

  /// What was measured before and still holds.
  private static void takeOver(List<SuiteProgram> programs, List<SuiteEntry> before) {
    Map<GameRow.Program, List<SuiteEntry>> byProgram =
        before.stream().collect(Collectors.groupingBy(SuiteEntry::of));
    for (SuiteProgram program : programs) {
      byProgram.getOrDefault(program.source.name(), List.of()).stream()
          .filter(entry -> entry.identity().equals(program.identity))
          .forEach(program::add);
    }
  }

  /// What was measured of programs that were not asked for now: the newest of each.
  private static Stream<SuiteEntry> ofOthers(
      List<ProgramSource> selected, List<SuiteEntry> before) {
    Set<GameRow.Program> asked =
        selected.stream().map(ProgramSource::name).collect(Collectors.toSet());
    Map<GameRow.Program, ProgramIdentity> newest = new HashMap<>();
    before.forEach(entry -> newest.put(entry.of(), entry.identity()));
    return before.stream()
        .filter(entry -> !asked.contains(entry.of()))
        .filter(entry -> entry.identity().equals(newest.get(entry.of())));
  }

  private boolean measure(List<SuiteProgram> programs) {
    var estimate = new Estimate(programs, machine.clock());
    OptionalInt next = next(programs);
    while (next.isPresent()) {
      SuiteProgram program = programs.get(next.getAsInt());
      if (machine.cancellation().isRequested() || !advance(program)) {
        closeSession();
        return true;
      }
      if (program.isThrough()) {
        closeSession();
        program.forgetBuilt();
        estimate.tell(listener);
      }
      next = next(programs);
    }
    return false;
  }

  private OptionalInt next(List<SuiteProgram> programs) {
    return Rounds.next(request.order(), programs.stream().map(SuiteProgram::turn).toList());
  }

  /// One step of one program.
  ///
  /// @return whether it was made, and not cut off
  private boolean advance(SuiteProgram program) {
    try {
      return step(program);
    } catch (AssayException e) {
      if (e.code() == ErrorCode.CANCELLED) {
        return false;
      }
      throw e;
    }
  }

  private boolean step(SuiteProgram program) {
    var step = (Step.Measure) program.next();
    Workload workload = program.spec().workloads().get(step.workload());
    listener.stage("%s, n = %d".formatted(program.source.shortName(), workload.n()));
    Optional<String> fault = program.bundle.fault(workload);
    if (fault.isPresent()) {
      return stop(program, fault.get());
    }
    Optional<ProgramBuild.Failure> failure = built(program);
    if (failure.isPresent()) {
      record(program, step, failure.get().status(), failure.get().sentence(), null);
      return true;
    }
    MeasuredProgram measured =
        session(program)
            .measure(
                workload,
                step.verified(),
                program.measured(step.workload()),
                program.entries().size());
    return take(program, step, measured);
  }

  /// A bundle whose commands were cut off is not at fault.
  private boolean stop(SuiteProgram program, String fault) {
    if (machine.cancellation().isRequested()) {
      return false;
    }
    program.stop(fault);
    remarks.add("%s: the bundle is at fault: %s".formatted(program.source.shortName(), fault));
    return true;
  }

  private boolean take(SuiteProgram program, Step.Measure step, MeasuredProgram measured) {
    String fault = measured.bundleFault();
    Cause cause = measured.result().cause();
    if (measured.isCancelled()) {
      return false;
    }
    if (measured.isPlatformAtFault()) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED,
          "%s could not be measured: %s"
              .formatted(program.source.shortName(), cause == null ? "" : cause.text()));
    }
    if (fault != null) {
      return stop(program, fault);
    }
    GameStatus status =
        GameStatus.of(measured.result().status(), measured.measurement().process().ending())
            .orElse(GameStatus.ERROR);
    record(program, step, status, cause == null ? null : cause.text(), measured);
    return true;
  }

  private void record(
      SuiteProgram program,
      Step.Measure step,
      GameStatus status,
      @Nullable String remark,
      @Nullable MeasuredProgram measured) {
    ProgramSource source = program.source;
    var entry =
        new SuiteEntry(
            machine.clock().instant(),
            machine.version(),
            source.name().task(),
            source.name().language(),
            source.name().number(),
            source.path(),
            program.identity,
            program.sourceBytes,
            program.spec().workloads().get(step.workload()).n(),
            step.workload(),
            status,
            remark,
            measured == null ? null : measured.result(),
            measured == null ? null : measured.measurement());
    results.append(entry);
    program.add(entry);
    listener.measured(entry);
  }

  /// Builds it, unless it is built.
  private Optional<ProgramBuild.Failure> built(SuiteProgram program) {
    if (program.folder() != null) {
      return Optional.empty();
    }
    if (program.source.bytes() == 0) {
      return Optional.of(new ProgramBuild.Failure(GameStatus.EMPTY, "the source is empty"));
    }
    closeSession();
    var built = suite.build(program.opened, List.of(), program.source.shortName() + ".build.log");
    if (built.failure().isEmpty()) {
      program.builtIn(built.folder());
    } else {
      OpenSuite.forget(built.folder());
    }
    return built.failure();
  }

  private ProgramSession session(SuiteProgram program) {
    if (open == null || open.program() != program) {
      closeSession();
      var opened =
          ProgramSession.open(
              program.bundle,
              machine,
              new ProgramSession.Program(
                  suite.nextId(),
                  program.opened.image(),
                  Objects.requireNonNull(program.folder()),
                  program.identity.run()),
              new SuiteLogs(results.logs(), program.source.shortName()));
      open = new Open(program, opened);
    }
    return open.session();
  }

  private void closeSession() {
    if (open != null) {
      open.session().close();
      open = null;
    }
  }

  @Override
  public void close() {
    try (lock;
        suite) {
      closeSession();
    }
  }
}
