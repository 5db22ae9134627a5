package dev.assay.runner.suite;

import dev.assay.bundle.manifest.SuiteManifest;
import dev.assay.core.bundle.Limits;
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
import dev.assay.core.suite.Language;
import dev.assay.core.suite.ProgramIdentity;
import dev.assay.core.suite.ProgramSource;
import dev.assay.core.suite.Suite;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.runner.job.MachineServices;
import dev.assay.runner.job.ProgramBundle;
import dev.assay.runner.job.ProgramSession;
import dev.assay.runner.job.StateFolder;
import dev.assay.runner.program.MeasuredProgram;
import dev.assay.sandbox.image.Image;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
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
  private final Suite suite;
  private final SuiteResults results;
  private final StateFolder state;
  private final ProgramBuild build;
  private final String id;
  private final Map<String, ProgramBundle> bundles = new HashMap<>();
  private final Map<String, Image> images = new HashMap<>();
  private final Map<String, String> versions = new HashMap<>();
  private final List<String> remarks = new ArrayList<>();
  private @Nullable Open open;
  private int places;

  private record Open(SuiteProgram program, ProgramSession session) {}

  /// What came of it.
  ///
  /// @param programs those that were asked for
  /// @param entries every measurement that is in force, program by program
  /// @param remarks on files and bundles, as sentences
  /// @param cancelled whether it was interrupted
  public record Outcome(
      Suite suite,
      Machine machine,
      List<ProgramSource> programs,
      List<SuiteEntry> entries,
      List<String> remarks,
      boolean cancelled) {
    public Outcome {
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
    this.suite = SuiteManifest.read(request.suite());
    this.results = SuiteResults.open(request.results());
    requireRoom();
    this.id = "suite-%08x".formatted(machine.random().nextInt());
    this.state = StateFolder.create(machine.home(), id);
    this.build = new ProgramBuild(machine);
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
    FoundPrograms found = SuitePrograms.find(suite, request.suite());
    found.remarks().forEach(one -> remarks.add("%s %s".formatted(one.path(), one.sentence())));
    listener.found(found.programs().size(), found.remarks().size());
    Machine described = machine.describer().describe();
    List<ProgramSource> selected = SuitePrograms.select(found.programs(), request.only());
    List<SuiteProgram> programs = programs(selected, described);
    List<SuiteEntry> before = results.entries();
    takeOver(programs, before);
    boolean cancelled = measure(programs);
    List<SuiteEntry> entries =
        Stream.concat(
                programs.stream().flatMap(program -> program.entries.stream()),
                ofOthers(selected, before))
            .toList();
    results.writeDataFiles(entries);
    return new Outcome(suite, described, selected, entries, remarks, cancelled);
  }

  /// Those whose language and bundle are there; the others get a remark.
  private List<SuiteProgram> programs(List<ProgramSource> selected, Machine described) {
    var programs = new ArrayList<SuiteProgram>();
    var refused = new HashMap<String, String>();
    for (ProgramSource source : selected) {
      Suite.Task task = suite.findTask(source.name().task()).orElseThrow();
      Language language = suite.findLanguage(source.name().language()).orElseThrow();
      String needs = task.bundle() + " " + language.image();
      if (!refused.containsKey(needs)) {
        try {
          programs.add(program(source, task, language, described));
        } catch (AssayException e) {
          requireGoingOn(e);
          refused.put(needs, e.getMessage());
        }
      }
      if (refused.containsKey(needs)) {
        remarks.add("%s: %s".formatted(source.shortName(), refused.get(needs)));
      }
    }
    return programs;
  }

  /// What is wrong with a bundle or an image stops its programs, and nobody else's.
  private static void requireGoingOn(AssayException e) {
    switch (e.code()) {
      case BUNDLE_INVALID, BUNDLE_FAILED, IMAGE_NOT_FOUND -> {}
      default -> throw e;
    }
  }

  private SuiteProgram program(
      ProgramSource source, Suite.Task task, Language language, Machine described) {
    Path path = request.suite().resolve(suite.programs()).resolve(source.path());
    byte[] text = read(path);
    results.keepSource(source.fileName(), text);
    ProgramBundle bundle = bundle(task);
    Image image = image(language.image());
    Limits limits = bundle.spec().limits();
    var identity =
        new ProgramIdentity(
            hash(text),
            language.build() == null ? List.of() : Language.filled(language.build(), source),
            Language.filled(language.run(), source),
            version(language, image),
            image.identity().digest(),
            bundle.frozen().hash(),
            described.classOf(limits.cpus(), limits.memory().bytes()));
    return new SuiteProgram(
        source, path, language, image, bundle, identity, size(text, language.syntax()));
  }

  private static long size(byte[] text, @Nullable SourceLanguage syntax) {
    return syntax == null ? 0 : SourceSize.of(text, syntax).compressedBytes();
  }

  private static byte[] read(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The source %s could not be read: %s".formatted(path, e), e);
    }
  }

  private static String hash(byte[] text) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private ProgramBundle bundle(Suite.Task task) {
    return bundles.computeIfAbsent(
        task.bundle(),
        folder -> {
          listener.stage("bundle " + folder);
          return ProgramBundle.open(
              request.suite().resolve(folder),
              machine,
              new SuiteLogs(results.logs(), "bundle-" + task.name()));
        });
  }

  private Image image(String reference) {
    return images.computeIfAbsent(
        reference,
        one -> {
          listener.stage("image " + one);
          return machine.images().require(one);
        });
  }

  private String version(Language language, Image image) {
    return versions.computeIfAbsent(
        language.name(),
        name -> {
          listener.stage("version of " + name);
          return build.version(nextId(), image, language, place(name + ".version.log"));
        });
  }

  private String nextId() {
    return "%s-%d".formatted(id, ++places);
  }

  /// Empty folders for a program and for a container.
  private ProgramBuild.Place place(String log) {
    try {
      Path folder = Files.createDirectories(state.path().resolve(places + "-program"));
      Path container = Files.createDirectories(state.path().resolve(places + "-container"));
      return new ProgramBuild.Place(folder, container, results.logs().resolve(log));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "A folder in %s could not be made: %s".formatted(state.path(), e), e);
    }
  }

  /// What was measured before and still holds.
  private static void takeOver(List<SuiteProgram> programs, List<SuiteEntry> before) {
    for (SuiteProgram program : programs) {
      before.stream()
          .filter(entry ->
              entry.of().equals(program.source.name()) && entry.identity().equals(program.identity))
          .forEach(program.entries::add);
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
    var step = (Step.Measure) program.next();
    Workload workload = program.spec().workloads().get(step.workload());
    listener.stage("%s, n = %d".formatted(program.source.shortName(), workload.n()));
    Optional<String> fault = program.bundle.fault(workload);
    if (fault.isPresent()) {
      stop(program, fault.get());
      return true;
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
                program.entries.size());
    return take(program, step, measured);
  }

  private void stop(SuiteProgram program, String fault) {
    program.stop(fault);
    remarks.add("%s: the bundle is at fault: %s".formatted(program.source.shortName(), fault));
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
      stop(program, fault);
      return true;
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
    program.entries.add(entry);
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
    String name = nextId();
    var place = place(program.source.shortName() + ".build.log");
    var failure =
        build.build(name, program.image, program.language, program.source, program.path, place);
    if (failure.isEmpty()) {
      program.builtIn(place.folder());
    }
    return failure;
  }

  private ProgramSession session(SuiteProgram program) {
    if (open == null || open.program() != program) {
      closeSession();
      var opened =
          ProgramSession.open(
              program.bundle,
              machine,
              new ProgramSession.Program(
                  nextId(),
                  program.image,
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
    try (state) {
      closeSession();
      bundles.values().forEach(ProgramBundle::close);
    }
  }
}
