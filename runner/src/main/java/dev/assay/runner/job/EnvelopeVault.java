package dev.assay.runner.job;

import dev.assay.bundle.harness.Harness;
import dev.assay.bundle.harness.Overlay;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.unit.DataSize;
import dev.assay.runner.point.LastWords;
import dev.assay.runner.point.Workspace;
import dev.assay.sandbox.Allowance;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.ProcessSpec;
import dev.assay.sandbox.StandardOutput;
import dev.assay.sandbox.image.Image;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The folder of the client's half of an envelope: the bundle's files and a harness, and nothing of
/// an author's.
final class EnvelopeVault {
  /// Where it lies in its container.
  static final String FOLDER = "/envelope";

  private static final String LOG = "envelope.log";
  private static final DataSize KEPT = DataSize.ofMebibytes(1);
  private static final DataSize SCRATCH = DataSize.ofGibibytes(1);
  private static final int PROCESSES = 1024;

  private final MachineServices machine;
  private final BundleSpec spec;
  private final Workspace workspace;
  private final Image image;

  /// @param image the bundle's
  EnvelopeVault(MachineServices machine, BundleSpec spec, Workspace workspace, Image image) {
    this.machine = machine;
    this.spec = spec;
    this.workspace = workspace;
    this.image = image;
  }

  private Path folder() {
    return workspace.part("envelope");
  }

  /// Lays it out, and builds it where its language is built.
  ///
  /// @param name of the container that it is built in
  /// @param state of that container
  /// @throws AssayException `BUNDLE_FAILED` when it cannot be built
  void prepare(String name, Path state, RunFolder run) {
    Harness harness = Overlay.layVault(folder(), spec, workspace.bundle());
    String build = spec.requireEnvelope().build();
    String command = build == null ? harness.defaultBuildCommand() : build;
    if (command != null) {
      build(command, name, state, run);
    }
  }

  private void build(String command, String name, Path state, RunFolder run) {
    CloneOwner.giveTo(machine.programUser(), folder());
    Duration limit = spec.limits().build();
    try (Container container = start(name, state);
        var running = container.execute(buildSpec(command, run))) {
      ProcessResult result =
          running.finish(
              Allowance.fromNow(
                  Limit.WALL, limit, 0, limit.multipliedBy(machine.allCpus().size())));
      String fault = fault(result.ending());
      if (fault != null) {
        throw new AssayException(
            ErrorCode.BUNDLE_FAILED,
            "The envelope could not be built with `%s`: it %s%s"
                .formatted(command, fault, LastWords.of(run.log(LOG))));
      }
    }
  }

  private Container start(String name, Path state) {
    return machine
        .sandbox()
        .start(
            new ContainerSpec(
                name,
                state,
                image,
                List.of(Mount.writable(folder(), FOLDER)),
                machine.allCpus(),
                false,
                "build"));
  }

  private ProcessSpec buildSpec(String command, RunFolder run) {
    return new ProcessSpec(
        List.of("sh", "-c", command),
        BundleStage.environment(image),
        FOLDER,
        machine.buildMemory(),
        PROCESSES,
        SCRATCH,
        null,
        new StandardOutput.WithError(),
        new ProcessSpec.Log(run.log(LOG), run.logName(LOG), KEPT),
        new ProcessSpec.Storage(folder(), machine.workSize(), Limit.DISK));
  }

  private static @Nullable String fault(Ending ending) {
    return switch (ending) {
      case Ending.Exited(int code) -> code == 0 ? null : "exited with code %d".formatted(code);
      case Ending.Signaled(int signal) -> "died of signal %d".formatted(signal);
      case Ending.NotStarted(String reason) -> "could not be started: " + reason;
      case Ending.Killed(Limit limit, long _, long _) ->
          "passed its limit of %s".formatted(limit.name().toLowerCase(java.util.Locale.ROOT));
      case Ending.Stopped(String reason) ->
          throw new AssayException(
              ErrorCode.CANCELLED, "The envelope's build was stopped: %s.".formatted(reason));
      case Ending.SandboxFailed(String reason) ->
          throw new AssayException(
              ErrorCode.SANDBOX_FAILED,
              "The envelope's build could not be run: %s.".formatted(reason));
    };
  }

  Mount mount() {
    return Mount.readOnly(folder(), FOLDER);
  }

  Image image() {
    return image;
  }
}
