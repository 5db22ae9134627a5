package dev.assay.runner.job;

import dev.assay.bundle.harness.Harness;
import dev.assay.bundle.harness.Harnesses;
import dev.assay.bundle.harness.Overlay;
import dev.assay.bundle.manifest.SolutionConfig;
import dev.assay.bundle.manifest.SolutionManifest;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.bundle.EnvelopeSpec;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.encrypted.SecurityFloor;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.Job;
import dev.assay.core.job.JobPlanner;
import dev.assay.core.job.PlannedCase;
import dev.assay.core.job.SeedDraw;
import dev.assay.core.judge.HarnessCost;
import dev.assay.core.run.BuildResult;
import dev.assay.core.run.Cause;
import dev.assay.core.run.EncryptedPoint;
import dev.assay.core.run.Machine;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.Source;
import dev.assay.core.run.WholeProgram;
import dev.assay.core.run.Window;
import dev.assay.core.solution.Requires;
import dev.assay.core.solution.SolutionSpec;
import dev.assay.runner.encrypted.EncryptedPoints;
import dev.assay.runner.point.Clock;
import dev.assay.runner.point.JoinedSolution;
import dev.assay.runner.point.PointRunner;
import dev.assay.runner.point.Workspace;
import dev.assay.runner.program.PreparedWorkloads;
import dev.assay.runner.program.ProgramExecution;
import dev.assay.runner.program.ProgramPoints;
import dev.assay.runner.source.CloneLimits;
import dev.assay.runner.source.ClonedSource;
import dev.assay.runner.source.FrozenSource;
import dev.assay.runner.source.SourceCloner;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.Cores;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.image.Image;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Carries out one job: freeze, clone, overlay, build, then every point (DESIGN section 5).
public final class JobRunner {
  private static final DateTimeFormatter ID_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

  private final MachineServices machine;

  public JobRunner(MachineServices machine) {
    this.machine = machine;
  }

  /// A closed run and where it lies.
  public record Outcome(Run run, RunFolder folder) {}

  /// Runs a job to its end. A failed build, a bad answer and a faulty bundle are outcomes.
  ///
  /// @throws AssayException when there is nothing to record: bad input, a missing image, an unfit
  ///   machine
  public Outcome execute(RunRequest request, RunListener listener) {
    String id = "%s-%s".formatted(ID_TIME.format(machine.clock().instant()), hex(2));
    return execute(new AskedErrand(request, machine.images()), id, listener, RunFollower.SILENT);
  }

  /// Carries out a job that was planned elsewhere, exactly as it was planned.
  ///
  /// @param follower hears what is recorded
  /// @throws AssayException as above, before the run was opened; `INTERNAL` also when what was
  ///   found gives another plan, saying in which field
  public Outcome execute(GivenJob given, RunListener listener, RunFollower follower) {
    return execute(new GivenErrand(given), given.runId(), listener, follower);
  }

  private Outcome execute(Errand errand, String id, RunListener listener, RunFollower follower) {
    try (var state = StateFolder.create(machine.home(), id);
        var workspace = Workspace.create(machine.disks(), id, machine.workSize())) {
      return new Execution(errand, listener, follower, id, state.path(), workspace).execute();
    }
  }

  private String hex(int bytes) {
    byte[] random = new byte[bytes];
    machine.random().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /// One job on its way.
  private final class Execution {
    private final Errand errand;
    private final RunListener listener;
    private final RunFollower follower;
    private final String id;
    private final Path state;
    private final Workspace workspace;
    private final Clock clock = new Clock();

    private Execution(
        Errand errand,
        RunListener listener,
        RunFollower follower,
        String id,
        Path state,
        Workspace workspace) {
      this.errand = errand;
      this.listener = listener;
      this.follower = follower;
      this.id = id;
      this.state = state;
      this.workspace = workspace;
    }

    private Outcome execute() {
      enter("freeze", "freezing the source");
      FrozenSource frozen = errand.freeze();
      enter("clone", "cloning %s".formatted(frozen.repository()));
      ClonedSource cloned =
          new SourceCloner(CloneLimits.DEFAULT).copy(frozen, workspace.solution());
      var place = new SolutionFolder(cloned.root(), cloned.solution());
      SolutionSpec solution = SolutionManifest.read(place.onHost());
      Source source = SourceIdentity.of(frozen, cloned);
      enter("bundle", "freezing the bundle %s".formatted(solution.bundle()));
      var stage = BundleStage.freeze(errand.bundle(solution), workspace, errand.bundleImages());
      Cores cores = requireFit(stage.spec(), solution);
      if (stage.spec().protocol() == Protocol.PROGRAM) {
        requireProgram(stage.spec(), solution);
      }
      enter("images", "mounting the image %s".formatted(solution.image()));
      Image image = errand.solutionImages().require(solution.image());
      String name = SourceIdentity.name(frozen, solution);
      var submission = new JobPlanner.Submission(name, source, solution, image.identity());
      Job job = errand.plan(submission, stage.frozen());
      if (stage.spec().protocol() != Protocol.PROGRAM && !isSplit(job)) {
        workspace.addOut(stage.spec().limits().output());
      }
      requireJoinable(job, stage.spec(), solution);
      clock.leave();
      var book = open(job, solution, program(job, solution, place));
      return new Measurement(stage, solution, place, image, cores, book).execute();
    }

    private void enter(String stageName, String text) {
      stopWhenCancelled();
      clock.enter(stageName);
      listener.stage(text);
    }

    private void stopWhenCancelled() {
      if (machine.cancellation().isRequested()) {
        throw new AssayException(ErrorCode.CANCELLED, "Cancelled.");
      }
    }

    /// In one process author and envelope speak one language.
    private static void requireJoinable(Job job, BundleSpec spec, SolutionSpec solution) {
      boolean isJoined = job.encrypted() != null && job.encrypted().mode() == EncryptedMode.JOINED;
      if (isJoined && !spec.requireEnvelope().language().equals(solution.language())) {
        throw new AssayException(
            ErrorCode.SOLUTION_INVALID,
            "--joined: the envelope of %s is executed in %s, the solution in %s, and one process has one language. Run it without --joined."
                .formatted(spec.id(), spec.requireEnvelope().language(), solution.language()));
      }
    }

    private static boolean isSplit(Job job) {
      return job.encrypted() != null && job.encrypted().mode() == EncryptedMode.SPLIT;
    }

    private static void requireProgram(BundleSpec spec, SolutionSpec solution) {
      if (!solution.bringsOwnProgram()) {
        throw new AssayException(
            ErrorCode.SOLUTION_INVALID,
            "The bundle %s measures whole programs, and the solution has language = \"%s\", whose harness has nothing to call there. Leave it out and say how the program is started, as in [run] command = [\"./program\"]."
                .formatted(spec.id(), solution.language()));
      }
    }

    private static Cores requireFit(BundleSpec spec, SolutionSpec solution) {
      Requires requires = solution.requires();
      String arch = System.getProperty("os.arch", "").equals("amd64") ? "x86_64" : "aarch64";
      if (!requires.arch().equals("any") && !requires.arch().equals(arch)) {
        throw new AssayException(
            ErrorCode.MACHINE_UNFIT,
            "The solution asks for the architecture %s, this machine is %s. Run it on another machine."
                .formatted(requires.arch(), arch));
      }
      Cores.divide(Math.max(1, requires.cores()));
      return Cores.divide(spec.limits().cpus());
    }

    private static @Nullable WholeProgram program(
        Job job, SolutionSpec solution, SolutionFolder place) {
      return job.protocol() == Protocol.PROGRAM
          ? new WholeProgram(solution.runCommand(), ProgramSources.sizeOf(place.onHost()))
          : null;
    }

    private RunBook open(Job job, SolutionSpec solution, @Nullable WholeProgram program) {
      Machine described = machine.describer().describe();
      // Drawn after the freeze: the commit is known and can no longer depend on it.
      String secret = hex(32);
      var run =
          new Run(
              Run.FORMAT,
              id,
              machine.version(),
              machine.clock().instant(),
              null,
              RunState.RUNNING,
              null,
              job,
              described,
              described.classOf(job.limits().cpus(), job.limits().memory().bytes()),
              environment(),
              window(job, solution),
              secret,
              clock.stages(),
              null,
              List.of(),
              program);
      return new RunBook(RunFolder.create(errand.runs(), id), run, follower);
    }

    private static Window window(Job job, SolutionSpec solution) {
      if (job.protocol() == Protocol.PROGRAM) {
        return Window.PROCESS;
      }
      return solution.bringsOwnProgram() ? Window.SELF_REPORTED : Window.HARNESS;
    }

    private Map<String, String> environment() {
      var environment = new TreeMap<>(machine.describer().environment());
      environment.put("runtime", machine.runtime());
      return environment;
    }

    /// Everything after the run was opened: from here on, what happens is recorded.
    private final class Measurement {
      private final BundleStage stage;
      private final SolutionSpec solution;
      private final SolutionFolder place;
      private final Image image;
      private final Cores cores;
      private final RunBook book;
      private final RunFolder folder;
      private EncryptedPoints.@Nullable Author author;

      private Measurement(
          BundleStage stage,
          SolutionSpec solution,
          SolutionFolder place,
          Image image,
          Cores cores,
          RunBook book) {
        this.stage = stage;
        this.solution = solution;
        this.place = place;
        this.image = image;
        this.cores = cores;
        this.book = book;
        this.folder = book.folder();
      }

      private Outcome execute() {
        try {
          author = readAuthor();
          enter("overlay", "laying the harness over the clone");
          String command = overlay();
          enter("build", command == null ? "nothing to build" : "building: " + command);
          BuildResult build = build(command);
          layInterpretedHarnessAgain(command);
          clock.leave();
          book.build(build, clock.stages());
          if (!build.succeeded()) {
            return close(RunState.BUILD_FAILED, build.reason());
          }
          if (stage.spec().protocol() == Protocol.PROGRAM) {
            measureProgram();
            stopWhenCancelled();
          } else if (isSplit(book.run().job())) {
            measureSplit();
          } else {
            measureAll();
          }
          return close(finalState(), null);
        } catch (AssayException e) {
          clock.leave();
          return closeAfter(e);
        }
      }

      /// A platform fault after the run was opened is recorded in it; a run is never left open
      /// while the runner lives.
      private Outcome closeAfter(AssayException e) {
        if (machine.cancellation().isRequested() || e.code() == ErrorCode.CANCELLED) {
          return close(
              RunState.CANCELLED,
              "cancelled after %d of %d points"
                  .formatted(
                      book.run().points().stream().filter(Measurement::isWhole).count(),
                      book.run().job().points().size()));
        }
        try {
          RunState state =
              switch (e.fault()) {
                // The solution's own files stand where the harness has to lie, or its parameters
                // are refused.
                case AUTHOR -> RunState.BUILD_FAILED;
                // The envelope cannot be built.
                case HOST -> RunState.BUNDLE_ERROR;
                case OPERATOR, PLATFORM -> RunState.PLATFORM_ERROR;
              };
          return close(state, e.getMessage());
        } catch (AssayException second) {
          e.addSuppressed(second);
          throw e;
        }
      }

      private static boolean isWhole(PointResult point) {
        return point.cases().stream()
            .noneMatch(one -> one.cause() != null && one.cause().code() == Cause.Code.CANCELLED);
      }

      private Outcome close(RunState runState, @Nullable String reason) {
        return new Outcome(
            book.close(machine.clock().instant(), runState, reason, clock.stages()), folder);
      }

      /// A bundle that was at fault at every point is the state of the work; at some points, it is
      /// theirs.
      private RunState finalState() {
        List<PointResult> points = book.run().points();
        if (points.stream().anyMatch(point -> point.platformError() != null)) {
          return RunState.PLATFORM_ERROR;
        }
        return !points.isEmpty() && points.stream().allMatch(point -> point.bundleError() != null)
            ? RunState.BUNDLE_ERROR
            : RunState.FINISHED;
      }

      /// The build command.
      private @Nullable String overlay() {
        if (solution.language() == null) {
          return solution.buildCommand();
        }
        Harness harness = Harnesses.require(solution.language());
        Overlay.lay(place.onHost(), harness, stage.spec(), workspace.bundle());
        return solution.buildCommand() == null
            ? harness.defaultBuildCommand()
            : solution.buildCommand();
      }

      /// Where no build makes the starter, a build of the author's must not have replaced it.
      private void layInterpretedHarnessAgain(@Nullable String command) {
        if (command == null || solution.language() == null) {
          return;
        }
        Harness harness = Harnesses.require(solution.language());
        if (harness.defaultBuildCommand() == null) {
          Overlay.lay(place.onHost(), harness, stage.spec(), workspace.bundle());
        }
      }

      private BuildResult build(@Nullable String command) {
        var build =
            new SolutionBuild(
                stage.spec(),
                solution,
                workspace,
                place,
                folder,
                machine.buildMemory(),
                machine.allCpus().size());
        if (command == null) {
          return build.skip();
        }
        CloneOwner.giveTo(machine.programUser(), workspace.solution());
        try (Container container =
            machine
                .sandbox()
                .start(
                    new ContainerSpec(
                        "assay-" + id + "-build",
                        subfolder("build"),
                        image,
                        List.of(Mount.writable(workspace.solution(), "/solution")),
                        machine.allCpus(),
                        stage.spec().buildNetwork(),
                        "build"))) {
          return build.execute(container, BundleStage.environment(image), command);
        }
      }

      private void measureAll() {
        enter("start", "starting the containers");
        var usual = Surroundings.usual(machine.allCpus());
        try (Container bundle =
                stage.start(machine, "assay-" + id + "-bundle", subfolder("bundle"), usual);
            Container container = startSolution();
            var _ = cores.reserve()) {
          clock.leave();
          var points =
              new PointRunner(
                  stage.spec(),
                  workspace,
                  stage.commands(bundle, usual),
                  container,
                  program(),
                  logs());
          measureEach(points::measure);
        }
      }

      /// Holds the parameters of an encrypted solution to the table, before anything is built.
      private EncryptedPoints.@Nullable Author readAuthor() {
        EnvelopeSpec envelope = stage.spec().envelope();
        if (envelope == null || solution.language() == null) {
          return null;
        }
        enter("check", "holding the parameters to the table of the standard");
        var config = SolutionConfig.read(place.onHost(), envelope);
        return switch (config.security(envelope)) {
          case SecurityFloor.Verdict.Refused(String reason) ->
              throw new AssayException(ErrorCode.SOLUTION_INVALID, reason);
          case SecurityFloor.Verdict.Accepted(EncryptedPoint.Security security) ->
              new EncryptedPoints.Author(
                  config.json(), security, HarnessCost.of(solution.language()));
        };
      }

      private void measureSplit() {
        enter("envelope", "preparing the envelope");
        var vault = new EnvelopeVault(machine, stage.spec(), workspace, stage.image());
        vault.prepare("assay-" + id + "-envelope", subfolder("envelope"), folder);
        enter("start", "starting the containers");
        var usual = Surroundings.usual(machine.allCpus());
        try (Container bundle =
                stage.start(machine, "assay-" + id + "-bundle", subfolder("bundle"), usual);
            var session =
                new EncryptedSession(
                    machine,
                    new EncryptedSession.Place(
                        id, state, workspace, stage.spec(), cores.measured()));
            var _ = cores.reserve()) {
          var points =
              new EncryptedPoints(
                  stage.spec(),
                  workspace,
                  stage.commands(bundle, usual),
                  session.start(image, place.inContainer(), vault),
                  Objects.requireNonNull(author),
                  logs());
          clock.leave();
          measureEach(points::measure);
        }
      }

      /// How one point is measured.
      private interface Measuring {
        PointResult measure(
            Point point, List<PlannedCase> planned, int retries, PointRunner.Listener listener);
      }

      private void measureEach(Measuring measuring) {
        var draw = new SeedDraw(HexFormat.of().parseHex(book.run().seedSecret()));
        for (Point point : book.run().job().points()) {
          stopWhenCancelled();
          measure(
              measuring,
              point,
              draw.draw(point.name(), book.run().job().seeds(), stage.spec().sample()));
        }
      }

      private void measureProgram() {
        enter("start", "starting the containers");
        var usual = Surroundings.usual(machine.allCpus());
        try (Container bundle =
                stage.start(machine, "assay-" + id + "-bundle", subfolder("bundle"), usual);
            Container container =
                startSolution(Mount.readOnly(workspace.shown(), PreparedWorkloads.FOLDER));
            var _ = cores.reserve()) {
          clock.leave();
          var workloads =
              new PreparedWorkloads(stage.spec(), workspace, stage.commands(bundle, usual), logs());
          Path output = workspace.printed().resolve(PreparedWorkloads.OUTPUT);
          var program =
              new ProgramExecution.Program(
                  solution.runCommand(),
                  BundleStage.environment(image),
                  place.inContainer(),
                  output);
          var execution =
              new ProgramExecution(
                  stage.spec(), workloads, container, program, logs(), machine.clock());
          new ProgramPoints(
                  stage.spec(),
                  workloads,
                  execution,
                  output,
                  machine.cancellation(),
                  new ProgramRecorder(book, listener, errand.keepsAnswers()))
              .measure(book.run().job().points());
        }
      }

      private Container startSolution() {
        return startSolution(
            Mount.readOnly(workspace.view(), "/work"),
            Mount.writable(workspace.out(), "/work/out"));
      }

      /// @param work what it sees of points
      private Container startSolution(Mount... work) {
        var mounts = new ArrayList<Mount>();
        mounts.add(Mount.readOnly(workspace.solution(), "/solution"));
        mounts.addAll(List.of(work));
        return machine
            .sandbox()
            .start(
                new ContainerSpec(
                    "assay-" + id + "-solution",
                    subfolder("solution"),
                    image,
                    mounts,
                    cores.measured(),
                    false,
                    "solution"));
      }

      private void measure(Measuring measuring, Point point, List<PlannedCase> planned) {
        Integer retries = book.run().job().retryDisturbed();
        PointResult result =
            measuring.measure(
                point,
                planned,
                retries == null ? 0 : retries,
                new PointRecorder(point.name(), book, listener, errand.keepsAnswers()));
        book.point(result);
        listener.point(result);
        if (!isWhole(result)) {
          stopWhenCancelled();
        }
      }

      private PointRunner.Program program() {
        var command = new ArrayList<String>();
        if (solution.bringsOwnProgram()) {
          command.addAll(solution.runCommand());
        } else {
          command.add("./solution");
        }
        command.add("/work");
        var environment = new LinkedHashMap<>(BundleStage.environment(image));
        if (author != null) {
          environment.put("ASSAY_STAGE", "joined");
        }
        return new PointRunner.Program(
            command,
            environment,
            place.inContainer(),
            solution.language() == null ? null : HarnessCost.of(solution.language()),
            author == null ? null : new JoinedSolution(author.config(), author.security()));
      }

      private PointRunner.Logs logs() {
        return new PointRunner.Logs() {
          @Override
          public Path file(String name) {
            return folder.log(name);
          }

          @Override
          public String recordedAs(String name) {
            return folder.logName(name);
          }
        };
      }

      private Path subfolder(String name) {
        Path path = state.resolve(name);
        try {
          return Files.createDirectories(path);
        } catch (IOException e) {
          throw new AssayException(ErrorCode.IO, "%s could not be made: %s".formatted(path, e), e);
        }
      }
    }
  }
}
