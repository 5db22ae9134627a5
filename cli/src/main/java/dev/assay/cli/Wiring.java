package dev.assay.cli;

import dev.assay.cli.client.Credentials;
import dev.assay.cli.port.BundleArchiveReader;
import dev.assay.cli.port.GitSolutionSources;
import dev.assay.cli.view.ProgressLine;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.MachineFinding;
import dev.assay.core.unit.DataSize;
import dev.assay.platform.Platform;
import dev.assay.platform.settings.PlatformSettings;
import dev.assay.platform.submission.HostAddresses;
import dev.assay.platform.submission.RepositoryPolicy;
import dev.assay.runner.agent.AgentMachine;
import dev.assay.runner.agent.HostAgentMachine;
import dev.assay.runner.job.MachineServices;
import dev.assay.runner.job.StateFolder;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.Cores;
import dev.assay.sandbox.cgroup.ControlGroups;
import dev.assay.sandbox.cgroup.HostControlGroups;
import dev.assay.sandbox.disk.DiskImages;
import dev.assay.sandbox.host.HostFacts;
import dev.assay.sandbox.host.HostPrograms;
import dev.assay.sandbox.host.LocalPrograms;
import dev.assay.sandbox.image.ImageBuilder;
import dev.assay.sandbox.image.PodmanImages;
import dev.assay.sandbox.image.Recipe;
import dev.assay.sandbox.kernel.Linux;
import dev.assay.sandbox.machine.Demand;
import dev.assay.sandbox.machine.Doctor;
import dev.assay.sandbox.machine.KernelProbe;
import dev.assay.sandbox.machine.MachineDescriber;
import dev.assay.sandbox.machine.Preflight;
import dev.assay.sandbox.machine.SelfTest;
import dev.assay.sandbox.runc.NativeProgram;
import dev.assay.sandbox.runc.RuncSandbox;
import dev.assay.sandbox.setup.SetUp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Builds the object graph of the command, by hand and only as far as a command needs it.
final class Wiring {
  /// How long an interrupted command may take to close its run.
  private static final Duration FAREWELL = Duration.ofSeconds(20);

  /// How long a platform may take to stop.
  private static final Duration STOP = Duration.ofMinutes(2);

  private static final Path ROOT = Path.of("/");
  private static final DataSize MOST_WORK = DataSize.ofGibibytes(16);
  private static final DataSize LEAST_WORK = DataSize.ofGibibytes(1);
  private static final DataSize LEAST_MEMORY = DataSize.ofMebibytes(512);

  private final Terminal terminal;
  private final Map<String, String> environment;
  private final HostPrograms programs = new LocalPrograms();
  private final Cancellation cancellation = new Cancellation();
  private final CountDownLatch finished = new CountDownLatch(1);
  private @Nullable MachineServices machine;
  private @Nullable RuncSandbox sandbox;
  private @Nullable PodmanImages images;

  Wiring(Terminal terminal, Map<String, String> environment) {
    this.terminal = terminal;
    this.environment = Map.copyOf(environment);
  }

  Terminal terminal() {
    return terminal;
  }

  Progress progress() {
    return new Progress(
        ProgressLine.of(terminal.err(), terminal.isInteractive(), terminal.width()));
  }

  /// Where Assay keeps its state on this machine.
  Path home() {
    return Path.of(environment.getOrDefault("ASSAY_HOME", "/var/lib/assay")).toAbsolutePath();
  }

  /// A variable of the environment; absent when it is not set.
  @Nullable String variable(String name) {
    return environment.get(name);
  }

  /// The environment's address of a platform's database.
  Optional<String> databaseUrl() {
    return Optional.ofNullable(environment.get("ASSAY_DATABASE")).filter(url -> !url.isBlank());
  }

  /// Waits until the process is told to stop, by SIGTERM or Ctrl-C. What the caller does after that
  /// has its time before the process ends.
  void awaitStop() throws InterruptedException {
    var stop = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stop.countDown();
                  awaitFinished();
                },
                "stop"));
    stop.await();
  }

  private void awaitFinished() {
    try {
      if (finished.await(STOP.toSeconds(), TimeUnit.SECONDS)) {
        // Being told to stop, and stopping, is no failure; the JVM alone would end with 143.
        Runtime.getRuntime().halt(0);
      }
      terminal.err().println("assay: the platform did not stop in two minutes");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// A backup of what is not there would be an empty one.
  void requirePlatform(Path folder, @Nullable Object database) {
    if (database == null && !Files.isDirectory(folder.resolve("postgres/data"))) {
      throw new AssayException(
          ErrorCode.NOT_FOUND,
          "There is no platform in %s; name its folder with --home.".formatted(folder));
    }
  }

  static void requireFile(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new AssayException(ErrorCode.USAGE, "There is no file %s.".formatted(file));
    }
  }

  /// PATH of whoever called; empty when there is none.
  String callerPath() {
    return environment.getOrDefault("PATH", "");
  }

  /// The checkout that this runs from.
  Path root() {
    String root = System.getProperty("assay.root");
    if (root == null) {
      throw new AssayException(
          ErrorCode.USAGE, "The examples are not known here; start Assay by its script ./assay.");
    }
    return Path.of(root);
  }

  /// The platforms that this person has logged in to.
  Credentials credentials() {
    return new Credentials(environment);
  }

  /// The recipe of an image among those of this checkout; absent when none makes it, or there is no
  /// checkout.
  @Nullable Path findRecipe(String reference) {
    String root = System.getProperty("assay.root");
    return root == null ? null : Uploads.findRecipe(Path.of(root, "images"), reference);
  }

  String hostName() {
    try {
      return Files.readString(ROOT.resolve("proc/sys/kernel/hostname")).strip();
    } catch (IOException e) {
      return "a machine without a name";
    }
  }

  /// Starts a platform in this process.
  Platform startPlatform(ServeSettings settings) {
    PlatformSettings platform = settings.platform();
    return Platform.start(
        platform,
        settings.operate(),
        new BundleArchiveReader(platform.folder(), platform.caps().unpacked()),
        new GitSolutionSources(
            platform.folder(),
            platform.caps(),
            new RepositoryPolicy(platform.sources(), HostAddresses.SYSTEM)));
  }

  HostPrograms programs() {
    return programs;
  }

  /// A folder for the time of one command.
  StateFolder scratch() {
    return StateFolder.create(home(), "scratch");
  }

  ImageBuilder imageBuilder() {
    return new ImageBuilder(programs, home().resolve("images"));
  }

  /// Everything that measuring needs. Opened once.
  MachineServices machine() {
    if (machine == null) {
      machine = open();
    }
    return machine;
  }

  /// This machine, for a runner that takes jobs from a platform.
  AgentMachine agentMachine() {
    MachineServices services = machine();
    return new HostAgentMachine(
        services,
        Objects.requireNonNull(sandbox),
        Objects.requireNonNull(images),
        imageBuilder(),
        preflight(),
        demand());
  }

  private MachineServices open() {
    preflight().requireFit(demand());
    var groups = HostControlGroups.detect();
    RuncSandbox opened = openSandbox(groups);
    var disks = new DiskImages(programs, home().resolve("work"));
    disks.sweep();
    StateFolder.sweep(home());
    var mounted = new PodmanImages(programs, home().resolve("images"));
    images = mounted;
    var describer = new MachineDescriber(ROOT, programs, groups.version(), doctor());
    return new MachineServices(
        opened,
        opened.programUser(),
        mounted,
        disks,
        describer,
        opened.runtime(),
        () -> NativeProgram.CLOCK_SHIFT.require(home(), programs),
        allCpus(),
        home(),
        buildMemory(new HostFacts(ROOT).memoryBytes("MemTotal").orElse(0L)),
        workSize(),
        InstantSource.system(),
        new SecureRandom(),
        cancellation,
        AssayVersion.current());
  }

  private RuncSandbox openSandbox(ControlGroups groups) {
    Runtime.getRuntime().addShutdownHook(new Thread(this::shutDown, "shutdown"));
    var opened = RuncSandbox.open(home(), groups, programs, cancellation);
    sandbox = opened;
    return opened;
  }

  boolean isSuperuser() {
    return Linux.effectiveUser() == 0;
  }

  private Preflight preflight() {
    return new Preflight(ROOT, programs, InstantSource.system(), isSuperuser());
  }

  private Demand demand() {
    return new Demand(home().resolve("work"), LEAST_WORK, LEAST_MEMORY);
  }

  private Doctor doctor() {
    return new Doctor(ROOT, demand(), new KernelProbe());
  }

  /// What bears on this machine's numbers, and whether it has what measuring takes.
  ///
  /// @param moment waits while the load is watched
  List<MachineFinding> examineMachine(Runnable moment) {
    return Stream.of(rights(), preflight().means(), doctor().examine(moment))
        .flatMap(List::stream)
        .toList();
  }

  /// The machine is not unfit for who asks.
  private List<MachineFinding> rights() {
    return isSuperuser()
        ? List.of()
        : List.of(
            MachineFinding.warning(
                "rights",
                "asked without root: what only root may read was not looked at, and measuring needs root",
                "sudo ./assay doctor"));
  }

  /// @param scratch an empty folder for its time
  SelfTest selfTest(Path scratch) {
    var opened = openSandbox(HostControlGroups.detect());
    return new SelfTest(
        opened,
        NativeProgram.SELF_TEST.require(home(), programs),
        home(),
        scratch,
        allCpus().size(),
        cancellation);
  }

  /// Half of the memory, 4 GiB at most.
  private static DataSize buildMemory(long machine) {
    return DataSize.ofBytes(Math.min(machine / 2, 4L << 30));
  }

  private static List<Integer> allCpus() {
    Cores cores = Cores.divide(1);
    return Stream.concat(cores.own().stream(), cores.measured().stream())
        .distinct()
        .sorted()
        .toList();
  }

  private long freeDiskBytes() {
    try {
      Files.createDirectories(home());
      return Files.getFileStore(home()).getUsableSpace();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO,
          "The folder %s could not be used: %s. Set ASSAY_HOME to a folder that can be written."
              .formatted(home(), e),
          e);
    }
  }

  /// The disk of a job is sparse: it takes what is written, and never more than two thirds of what
  /// is free.
  private DataSize workSize() {
    long free = freeDiskBytes();
    long size = Math.min(MOST_WORK.bytes(), free / 3 * 2);
    if (size < LEAST_WORK.bytes()) {
      throw new AssayException(
          ErrorCode.DISK_FULL,
          "Only %s are free at %s, a job needs %s at least. Make room, or set ASSAY_HOME to a folder on another disk."
              .formatted(
                  DataSize.ofBytes(free), home(), DataSize.ofBytes(LEAST_WORK.bytes() / 2 * 3)));
    }
    return DataSize.ofBytes(size);
  }

  /// Says what is missing for measuring.
  ///
  /// @param install whether it is installed where this can
  /// @return whether nothing is missing any more
  boolean setUp(boolean install) {
    var setUp = new SetUp(programs, Path.of("/"), Linux.effectiveUser() == 0);
    if (install) {
      setUp.install(line -> terminal.err().println(line));
    }
    setUp.missing().forEach(what -> terminal.err().println("missing: " + what));
    return setUp.missing().isEmpty();
  }

  /// Builds the image of the examples unless this machine has it.
  void requireCoreImage() {
    try (var progress = progress()) {
      progress.stage("image localhost/assay/core (about a minute the first time)");
      imageBuilder().build(Recipe.read(root().resolve("images/core.toml")), false, progress::stage);
    }
  }

  /// The command is through; nothing is left to be waited for.
  void finished() {
    finished.countDown();
  }

  /// At the end, and at Ctrl-C: lets the command close its run, then takes everything away.
  private void shutDown() {
    cancellation.request();
    try {
      boolean closed = finished.await(FAREWELL.toSeconds(), TimeUnit.SECONDS);
      if (!closed) {
        terminal
            .err()
            .println(
                "assay: the command did not end in time; what it measured is in its run's folder");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (sandbox != null) {
      sandbox.close();
    }
    if (images != null) {
      images.close();
    }
  }
}
