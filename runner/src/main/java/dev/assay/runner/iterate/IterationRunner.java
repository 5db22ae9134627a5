package dev.assay.runner.iterate;

import dev.assay.bundle.manifest.SuiteManifest;
import dev.assay.core.bundle.Workload;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.game.GameRow;
import dev.assay.core.game.GameStatus;
import dev.assay.core.iterate.IteratedProgram;
import dev.assay.core.iterate.IterationEntry;
import dev.assay.core.iterate.IterationIdentity;
import dev.assay.core.iterate.IterationStatus;
import dev.assay.core.iterate.StampWay;
import dev.assay.core.run.Cause;
import dev.assay.core.run.Machine;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.statistics.SeriesShape;
import dev.assay.core.suite.Language;
import dev.assay.core.suite.ProgramSource;
import dev.assay.core.suite.Suite;
import dev.assay.runner.job.MachineServices;
import dev.assay.runner.job.ProgramSession;
import dev.assay.runner.point.FileHash;
import dev.assay.runner.program.IteratedProcess;
import dev.assay.runner.program.IterationExecution;
import dev.assay.runner.program.MeasuredProgram;
import dev.assay.runner.program.StampFolder;
import dev.assay.runner.suite.OpenSuite;
import dev.assay.runner.suite.ProgramBuild;
import dev.assay.runner.suite.ResultsLock;
import dev.assay.runner.suite.SuiteLogs;
import dev.assay.runner.suite.SuitePrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Lets programs of a suite iterate: proves each by one iteration whose output is verified, then
/// executes as many processes as are asked for. Every process is on the disk before the next one is
/// started, so it can be interrupted at any time. Used once.
public final class IterationRunner implements AutoCloseable {
  private final MachineServices machine;
  private final IterationRequest request;
  private final IterationListener listener;
  private final OpenSuite suite;
  private final IterationResults results;
  private final ResultsLock lock;
  private final List<String> remarks = new ArrayList<>();
  private @Nullable StampFolder folder;
  private @Nullable Open open;
  private boolean rehearsed;

  private record Open(IteratingProgram program, int iterations, ProgramSession session) {}

  /// What came of it.
  ///
  /// @param programs those that were asked for, and those of before that hold
  /// @param remarks on files and bundles, as sentences
  /// @param cancelled whether it was interrupted
  public record Outcome(
      Suite suite,
      Machine machine,
      List<IteratedProgram> programs,
      List<String> remarks,
      boolean cancelled) {
    public Outcome {
      programs = List.copyOf(programs);
      remarks = List.copyOf(remarks);
    }
  }

  /// Reads the suite.
  ///
  /// @throws AssayException `USAGE` when so many iterations or processes cannot be asked for, or
  ///   there are results already
  public IterationRunner(
      MachineServices machine, IterationRequest request, IterationListener listener) {
    this.machine = machine;
    this.request = request;
    this.listener = listener;
    requireCounts(request);
    Suite manifest = SuiteManifest.read(request.suite());
    this.results = IterationResults.open(request.results());
    requireRoom();
    this.lock = ResultsLock.of(results.folder());
    this.suite = new OpenSuite(machine, manifest, request.suite(), results.logs(), listener::stage);
  }

  private static void requireCounts(IterationRequest request) {
    requireWithin(
        "iterations", request.iterations(), SeriesShape.MIN_ITERATIONS, SeriesShape.MAX_ITERATIONS);
    requireWithin("processes", request.processes(), 1, IterationRequest.MAX_PROCESSES);
  }

  private static void requireWithin(String what, int count, int least, int most) {
    if (count < least || count > most) {
      throw new AssayException(
          ErrorCode.USAGE,
          "--%s %d is not possible; %d to %d are.".formatted(what, count, least, most));
    }
  }

  private void requireRoom() {
    if (!request.resume() && !results.isEmpty()) {
      throw new AssayException(
          ErrorCode.USAGE,
          "%s has iterations already. Keep them and execute what is missing or changed with --resume-missing, or name another folder with --results."
              .formatted(results.folder()));
    }
  }

  public Outcome execute() {
    var found = suite.find();
    found.remarks().forEach(one -> remarks.add(one.text()));
    Machine described = machine.describer().describe();
    List<ProgramSource> selected = SuitePrograms.select(found.programs(), request.only());
    var opened = suite.open(selected, described, Language::iterated, remarks);
    List<IteratingProgram> programs =
        opened.stream().flatMap(one -> program(one).stream()).toList();
    if (programs.isEmpty() && !opened.isEmpty()) {
      throw new AssayException(
          ErrorCode.USAGE, remarks.getLast() + ". Name one of them with --n, or leave it out.");
    }
    List<IterationEntry> before = results.entries();
    programs.forEach(one -> takeOver(one, before));
    boolean cancelled = executeAll(programs);
    return new Outcome(suite.suite(), described, finish(programs, before), remarks, cancelled);
  }

  /// Empty when its bundle has no such workload.
  private Optional<IteratingProgram> program(OpenSuite.OpenProgram opened) {
    List<Workload> workloads = opened.bundle().spec().requireProgram().workloads();
    Long n = request.n();
    Optional<Workload> workload =
        n == null
            ? Optional.of(workloads.getLast())
            : workloads.stream().filter(one -> one.n() == n).findFirst();
    if (workload.isEmpty()) {
      remarks.add(
          "%s: there is no workload n = %d; there are %s"
              .formatted(
                  opened.source().shortName(),
                  n,
                  workloads.stream()
                      .map(one -> Long.toString(one.n()))
                      .collect(Collectors.joining(", "))));
    }
    return workload.map(one -> program(opened, one));
  }

  private IteratingProgram program(OpenSuite.OpenProgram opened, Workload workload) {
    var hashes = new TreeMap<String, String>();
    var beside = new ArrayList<Path>();
    for (String file : opened.language().iteratingFiles()) {
      hashes.put(file, hash(suite.file(file)));
      beside.add(suite.file(file));
    }
    return new IteratingProgram(
        opened,
        new IterationIdentity(opened.identity(), hashes),
        beside,
        workload,
        request.processes());
  }

  private static String hash(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new AssayException(
            ErrorCode.USAGE,
            "There is no file %s, which suite.toml names in languages.iterate.files."
                .formatted(file));
      }
      return FileHash.of(file);
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s could not be read: %s".formatted(file, e), e);
    }
  }

  private IterationEntry.Ask ask(IteratingProgram program) {
    return new IterationEntry.Ask(program.workload.n(), request.iterations(), request.stamps());
  }

  /// What was executed before and still holds.
  private void takeOver(IteratingProgram program, List<IterationEntry> before) {
    before.stream()
        .filter(entry ->
            entry.of().equals(program.opened.source().name())
                && entry.identity().equals(program.identity)
                && entry.ask().equals(ask(program)))
        .forEach(program::add);
  }

  private boolean executeAll(List<IteratingProgram> programs) {
    Optional<IteratingProgram> next = next(programs);
    while (next.isPresent()) {
      if (machine.cancellation().isRequested() || !advance(next.get())) {
        closeSession();
        return true;
      }
      int through = programs.stream().mapToInt(IteratingProgram::through).sum();
      listener.through(through, programs.size() * request.processes());
      next = next(programs);
    }
    closeSession();
    return false;
  }

  private Optional<IteratingProgram> next(List<IteratingProgram> programs) {
    Stream<IteratingProgram> left = programs.stream().filter(one -> one.next().isPresent());
    return switch (request.order()) {
      case SEQUENTIAL -> left.findFirst();
      case INTERLEAVED ->
          left.min(Comparator.comparingInt(one -> one.next().orElse(Integer.MAX_VALUE)));
    };
  }

  /// One process of one program.
  ///
  /// @return whether it was executed, and not cut off
  private boolean advance(IteratingProgram program) {
    try {
      return step(program);
    } catch (AssayException e) {
      if (e.code() == ErrorCode.CANCELLED) {
        return false;
      }
      throw e;
    }
  }

  private boolean step(IteratingProgram program) {
    int process = program.next().orElseThrow();
    listener.stage(
        "%s, n = %d, %s"
            .formatted(
                program.name(),
                program.workload.n(),
                process < 0 ? "proof" : "process " + (process + 1)));
    Optional<String> fault = program.opened.bundle().fault(program.workload);
    if (fault.isPresent()) {
      return stop(program, fault.get());
    }
    Optional<ProgramBuild.Failure> failure = built(program);
    if (failure.isPresent()) {
      var why = failure.get();
      record(program, process, IterationStatus.of(why.status()), why.sentence(), List.of(), null);
      return true;
    }
    return process == IterationEntry.PROOF ? prove(program) : iterate(program, process);
  }

  /// A bundle whose commands were cut off is not at fault.
  private boolean stop(IteratingProgram program, String fault) {
    if (machine.cancellation().isRequested()) {
      return false;
    }
    program.stop();
    remarks.add("%s: the bundle is at fault: %s".formatted(program.name(), fault));
    return true;
  }

  /// Builds it, unless it is built.
  private Optional<ProgramBuild.Failure> built(IteratingProgram program) {
    if (program.folder() != null) {
      return Optional.empty();
    }
    if (program.opened.source().bytes() == 0) {
      return Optional.of(new ProgramBuild.Failure(GameStatus.EMPTY, "the source is empty"));
    }
    closeSession();
    var built = suite.build(program.opened, program.beside, program.name() + ".iterate.build.log");
    if (built.failure().isEmpty()) {
      program.builtIn(built.folder());
    }
    return built.failure();
  }

  private boolean prove(IteratingProgram program) {
    MeasuredProgram measured = session(program, 1).measure(program.workload, true, 0, 0);
    String fault = measured.bundleFault();
    Cause cause = measured.result().cause();
    ProgramMeasurement measurement = measured.measurement();
    if (measured.isCancelled()) {
      return false;
    }
    requireSandbox(measured.isPlatformAtFault(), program, cause == null ? "" : cause.text());
    if (fault != null) {
      return stop(program, fault);
    }
    GameStatus status =
        GameStatus.of(measured.result().status(), measurement.process().ending())
            .orElse(GameStatus.ERROR);
    String remark = cause == null ? null : "with one iteration: " + cause.text();
    record(
        program, IterationEntry.PROOF, IterationStatus.of(status), remark, List.of(), measurement);
    return true;
  }

  private static void requireSandbox(boolean failed, IteratingProgram program, String why) {
    if (failed) {
      throw new AssayException(
          ErrorCode.SANDBOX_FAILED, "%s could not be executed: %s".formatted(program.name(), why));
    }
  }

  private boolean iterate(IteratingProgram program, int process) {
    Duration own = request.timeout();
    Duration timeout = own == null ? program.opened.bundle().spec().limits().caseTime() : own;
    ProgramSession session = session(program, request.iterations());
    rehearse(session, program.workload, timeout);
    IteratedProcess one =
        session.iterate(
            new IterationExecution.Ask(
                program.workload, request.iterations(), process, folder, timeout));
    if (one.isCancelled()) {
      return false;
    }
    requireSandbox(
        one.isPlatformAtFault(), program, String.valueOf(one.measurement().process().ending()));
    record(program, process, one.status(), one.remark(), one.stamps().nanos(), one.measurement());
    return true;
  }

  /// The first lines that a JVM hears take it milliseconds, which would be the first iterations'.
  private void rehearse(ProgramSession session, Workload workload, Duration timeout) {
    if (!rehearsed && request.stamps() == StampWay.PIPE) {
      rehearsed = true;
      var _ = session.iterate(new IterationExecution.Ask(workload, 1, 0, null, timeout));
    }
  }

  private void record(
      IteratingProgram program,
      int process,
      IterationStatus status,
      @Nullable String remark,
      List<Long> stamps,
      @Nullable ProgramMeasurement measurement) {
    ProgramSource source = program.opened.source();
    var entry =
        new IterationEntry(
            machine.clock().instant(),
            machine.version(),
            source.name().task(),
            source.name().language(),
            source.name().number(),
            source.path(),
            program.identity,
            program.workload.n(),
            program.opened.bundle().spec().requireProgram().workloads().indexOf(program.workload),
            request.iterations(),
            request.stamps(),
            process,
            status,
            remark,
            stamps,
            measurement);
    results.append(entry);
    program.add(entry);
    listener.executed(entry);
  }

  private ProgramSession session(IteratingProgram program, int iterations) {
    if (open == null || open.program() != program || open.iterations() != iterations) {
      closeSession();
      open = new Open(program, iterations, openSession(program, iterations));
    }
    return open.session();
  }

  private ProgramSession openSession(IteratingProgram program, int iterations) {
    String id = suite.nextId();
    boolean byFiles = request.stamps() == StampWay.FILES;
    if (byFiles && folder == null) {
      folder = StampFolder.create(machine.disks(), id);
    } else if (folder != null) {
      folder.wipe();
    }
    return ProgramSession.open(
        program.opened.bundle(),
        machine,
        new ProgramSession.Program(
            id,
            program.opened.image(),
            Objects.requireNonNull(program.folder()),
            program.identity.program().run()),
        new SuiteLogs(results.logs(), program.name() + ".iterate"),
        folder == null ? List.of() : List.of(folder.mount()),
        IterationExecution.environment(
            Map.of(), iterations, byFiles ? StampFolder.TARGET : "/dev/null"));
  }

  private void closeSession() {
    if (open != null) {
      open.session().close();
      open = null;
    }
  }

  /// With the newest of what was not asked for now.
  private List<IteratedProgram> finish(
      List<IteratingProgram> programs, List<IterationEntry> before) {
    List<IterationEntry> own = programs.stream().flatMap(one -> one.entries().stream()).toList();
    List<IteratedProgram> iterated = IteratedProgram.of(own);
    iterated.forEach(results::writeSeries);
    return Stream.concat(iterated.stream(), others(programs, before)).toList();
  }

  private Stream<IteratedProgram> others(
      List<IteratingProgram> programs, List<IterationEntry> before) {
    var asked =
        programs.stream().map(one -> new Asked(one.opened.source().name(), ask(one))).toList();
    return IteratedProgram.of(before).stream()
        .filter(one -> !asked.contains(new Asked(one.of(), one.ask())))
        .map(IteratedProgram::newest);
  }

  private record Asked(GameRow.Program of, IterationEntry.Ask ask) {}

  @Override
  public void close() {
    try (lock;
        suite;
        var _ = folder) {
      closeSession();
    }
  }
}
