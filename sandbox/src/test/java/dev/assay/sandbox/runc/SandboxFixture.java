package dev.assay.sandbox.runc;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.assay.core.run.Ending;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.MeasuredProcess;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.StandardOutput;
import dev.assay.sandbox.cgroup.ControlGroups;
import dev.assay.sandbox.cgroup.HostControlGroups;
import dev.assay.sandbox.host.HostAnswer;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.HostPrograms;
import dev.assay.sandbox.host.LocalPrograms;
import dev.assay.sandbox.image.Image;
import dev.assay.sandbox.kernel.Linux;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A sandbox of its own in a temporary folder, with one container from the image that this machine
/// has. Tests are aborted, by name, where there is none.
final class SandboxFixture implements AutoCloseable {
  static final Duration LONG = Duration.ofSeconds(20);
  private static final String IMAGE = "localhost/assay/core";
  private static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "HOME", "/tmp", "LANG", "C.UTF-8");

  private static @Nullable Path mountedImage;

  final Path folder;
  final Path programs;
  final RuncSandbox sandbox;
  final ControlGroups groups;
  final String name;
  Container container;
  DataSize memory = DataSize.ofMebibytes(256);
  int processes = 64;
  DataSize scratch = DataSize.ofMebibytes(64);
  DataSize logKept = DataSize.ofMebibytes(1);
  boolean network;

  private SandboxFixture(Path folder, ControlGroups groups, HostPrograms runtimes)
      throws IOException {
    this.folder = folder;
    this.groups = groups;
    this.name = nameOf(folder);
    this.programs = Files.createDirectories(folder.resolve("programs"));
    this.sandbox = RuncSandbox.open(folder.resolve("home"), groups, runtimes, new Cancellation());
    this.container = start(List.of());
  }

  static SandboxFixture open(Path folder) throws IOException {
    return open(folder, new LocalPrograms());
  }

  static SandboxFixture open(Path folder, HostPrograms runtimes) throws IOException {
    return open(folder, HostControlGroups.detect(), runtimes);
  }

  static SandboxFixture open(Path folder, ControlGroups groups) throws IOException {
    return open(folder, groups, new LocalPrograms());
  }

  private static SandboxFixture open(Path folder, ControlGroups groups, HostPrograms runtimes)
      throws IOException {
    if (Linux.effectiveUser() != 0) {
      abort("the sandbox needs root");
    }
    return new SandboxFixture(folder, groups, runtimes);
  }

  /// Other tests may use the sandbox on this machine at the same time.
  static String nameOf(Path folder) {
    return "test-" + Integer.toHexString(folder.hashCode());
  }

  Path stateFolder() {
    return folder.resolve("state").resolve(name);
  }

  ContainerSpec spec(List<Mount> mounts) throws IOException {
    var all = new ArrayList<>(mounts);
    all.add(Mount.readOnly(programs, "/programs"));
    return new ContainerSpec(
        name,
        Files.createDirectories(stateFolder()),
        new Image(new ImageIdentity("test", "test"), imageRoot(), Map.of()),
        all,
        List.of(lastCpu()),
        network,
        "assay");
  }

  private Container start(List<Mount> mounts) throws IOException {
    return sandbox.start(spec(mounts));
  }

  /// Another container in place of the one there is.
  void restart(Mount... mounts) throws IOException {
    container.close();
    container = start(List.of(mounts));
  }

  /// The same from another image.
  void restart(Image image, List<Mount> mounts) throws IOException {
    container.close();
    ContainerSpec usual = spec(mounts);
    container =
        sandbox.start(
            new ContainerSpec(
                usual.name(),
                usual.stateFolder(),
                image,
                mounts,
                usual.cpus(),
                usual.network(),
                usual.hostName()));
  }

  static int lastCpu() throws IOException {
    return Linux.affinity(ProcessHandle.current().pid()).getLast();
  }

  /// Podman counts the mounts of an image: one for all tests of this JVM, given back at its end.
  static synchronized Path imageRoot() {
    if (mountedImage == null) {
      mountedImage = mountImage();
    }
    return mountedImage;
  }

  private static Path mountImage() {
    var outcome = command("podman", "image", "mount", IMAGE);
    if (outcome.succeeded()) {
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> command("podman", "image", "unmount", IMAGE)));
      return Path.of(outcome.output().strip());
    }
    return abort("no image to test with: " + IMAGE);
  }

  private static HostAnswer command(String... words) {
    return new LocalPrograms().execute(HostCommand.of(List.of(words)));
  }

  /// Compiles a program of C that needs no library, to `/programs/NAME`.
  String compile(String program, String source) throws IOException {
    Path code = Files.writeString(programs.resolve(program + ".c"), source);
    var outcome =
        command(
            "cc", "-static", "-O1", "-o", programs.resolve(program).toString(), code.toString());
    if (!outcome.succeeded()) {
      throw new IllegalStateException(outcome.errors());
    }
    return "/programs/" + program;
  }

  ProcessSpec.Log log() {
    return new ProcessSpec.Log(logFile(), "stderr.txt", logKept);
  }

  Path logFile() {
    return folder.resolve("stderr.txt");
  }

  String logText() throws IOException {
    return Files.readString(logFile());
  }

  ProcessSpec process(boolean conversation, List<String> command) {
    return new ProcessSpec(
        command,
        ENVIRONMENT,
        "/",
        memory,
        processes,
        scratch,
        null,
        conversation ? new StandardOutput.Conversation() : new StandardOutput.WithError(),
        log(),
        null);
  }

  ProcessResult execute(String... command) {
    return execute(LONG, LONG, command);
  }

  ProcessResult execute(Duration wall, Duration cpu, String... command) {
    return execute(process(false, List.of(command)), wall, cpu);
  }

  ProcessResult execute(ProcessSpec spec, Duration wall, Duration cpu) {
    try (MeasuredProcess process = container.execute(spec)) {
      return process.finish(Allowance.fromNow(Limit.WALL, wall, 0, cpu));
    }
  }

  Ending ending(String... command) {
    return execute(command).ending();
  }

  MeasuredProcess converse(String... command) {
    return container.execute(process(true, List.of(command)));
  }

  static Allowance allowance() {
    return Allowance.fromNow(Limit.WALL, LONG, 0, LONG);
  }

  @Override
  public void close() {
    container.close();
    sandbox.close();
  }
}
