package dev.assay.runner.testkit;

import static org.junit.jupiter.api.Assumptions.abort;

import dev.assay.core.job.JobPlanner;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.job.JobRunner;
import dev.assay.runner.job.MachineServices;
import dev.assay.runner.job.RunListener;
import dev.assay.runner.job.RunRequest;
import dev.assay.runner.source.SourceRequest;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.Cores;
import dev.assay.sandbox.cgroup.HostControlGroups;
import dev.assay.sandbox.disk.DiskImages;
import dev.assay.sandbox.host.HostCommand;
import dev.assay.sandbox.host.LocalPrograms;
import dev.assay.sandbox.image.PodmanImages;
import dev.assay.sandbox.kernel.Linux;
import dev.assay.sandbox.machine.MachineDescriber;
import dev.assay.sandbox.runc.NativeProgram;
import dev.assay.sandbox.runc.RuncSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/// This machine with a home of its own in a test's folder.
public final class HomeMachine implements AutoCloseable {
  /// The image that tests run in.
  public static final String IMAGE = "localhost/assay/core";

  private final Path folder;
  private final RuncSandbox sandbox;
  private final PodmanImages images;
  private final MachineServices services;
  private final Cancellation cancellation = new Cancellation();

  private HomeMachine(Path folder) {
    this.folder = folder;
    Path home = home(folder);
    var groups = HostControlGroups.detect();
    var programs = new LocalPrograms();
    sandbox = RuncSandbox.open(home, groups, programs, cancellation);
    images = new PodmanImages(programs, home.resolve("images"));
    services =
        new MachineServices(
            sandbox,
            sandbox.programUser(),
            images,
            new DiskImages(programs, home.resolve("work")),
            new MachineDescriber(Path.of("/"), programs, groups.version()),
            sandbox.runtime(),
            () -> NativeProgram.CLOCK_SHIFT.require(home, programs),
            allCpus(),
            home,
            DataSize.ofGibibytes(1),
            DataSize.ofGibibytes(1),
            InstantSource.system(),
            new SecureRandom(),
            cancellation,
            "test");
  }

  /// Opens it, or aborts the test and says what it would take.
  ///
  /// @param folder of the test; home, runs, bundles and solutions lie in it
  public static HomeMachine open(Path folder) throws IOException {
    requireSandbox();
    Files.createDirectories(home(folder));
    return new HomeMachine(folder);
  }

  /// Aborts the test where nothing can be measured.
  public static void requireSandbox() {
    if (Linux.effectiveUser() != 0) {
      abort("the sandbox needs root");
    }
    var programs = new LocalPrograms();
    if (programs.find("podman").isEmpty()) {
      abort("the sandbox needs podman");
    }
    requireImage(IMAGE);
  }

  /// Aborts the test where one of this repository's images is not built.
  public static void requireImage(String image) {
    var programs = new LocalPrograms();
    if (!programs.execute(HostCommand.of("podman", "image", "exists", image)).succeeded()) {
      abort(
          "no image %s to test with: ./assay image build images/%s.toml"
              .formatted(image, image.substring(image.lastIndexOf('/') + 1)));
    }
  }

  private static List<Integer> allCpus() {
    Cores cores = Cores.divide(1);
    return Stream.concat(cores.own().stream(), cores.measured().stream())
        .distinct()
        .sorted()
        .toList();
  }

  /// ASSAY_HOME.
  public static Path home(Path folder) {
    return folder.resolve("home");
  }

  public Path home() {
    return home(folder);
  }

  /// Where its runs lie.
  public Path runs() {
    return folder.resolve("runs");
  }

  public MachineServices services() {
    return services;
  }

  public RuncSandbox sandbox() {
    return sandbox;
  }

  public PodmanImages images() {
    return images;
  }

  public Cancellation cancellation() {
    return cancellation;
  }

  /// Measures a folder as it lies, at every point and seed.
  public JobRunner.Outcome measure(Path solution, Path bundle) {
    return measure(solution, bundle, JobPlanner.Ask.EVERYTHING);
  }

  public JobRunner.Outcome measure(Path solution, Path bundle, JobPlanner.Ask ask) {
    return measure(
        new RunRequest(
            new SourceRequest(solution.toString(), ".", null, true), bundle, ask, runs(), true),
        RunListener.SILENT);
  }

  public JobRunner.Outcome measure(RunRequest request, RunListener listener) {
    return new JobRunner(services).execute(request, listener);
  }

  @Override
  public void close() {
    sandbox.close();
    images.close();
  }
}
