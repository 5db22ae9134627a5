package dev.assay.runner.job;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Protocol;
import dev.assay.core.bundle.Workload;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.JobPlanner;
import dev.assay.runner.point.PointRunner;
import dev.assay.runner.program.PreparedWorkloads;
import java.nio.file.Path;
import java.util.Optional;

/// A bundle for programs that several programs are measured against: frozen, its inputs and
/// expected outputs made once. Used by one thread at a time.
public final class ProgramBundle implements AutoCloseable {
  private final BundleSession session;
  private final PreparedWorkloads workloads;

  private ProgramBundle(BundleSession session, PreparedWorkloads workloads) {
    this.session = session;
    this.workloads = workloads;
  }

  /// Freezes the bundle in `folder` and starts its container.
  ///
  /// @param logs where its commands write
  /// @throws AssayException `BUNDLE_INVALID` when it is of another protocol
  public static ProgramBundle open(Path folder, MachineServices machine, PointRunner.Logs logs) {
    BundleSession session =
        BundleSession.open(folder, machine, Surroundings.usual(machine.allCpus()));
    try {
      requireProgram(session.spec());
      return new ProgramBundle(session, session.workloads(logs));
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private static void requireProgram(BundleSpec spec) {
    if (spec.protocol() != Protocol.PROGRAM) {
      throw new AssayException(
          ErrorCode.BUNDLE_INVALID,
          "The bundle %s is of the protocol '%s'; whole programs are measured against one with protocol = \"program\"."
              .formatted(spec.id(), spec.protocol().text()));
    }
  }

  public BundleSpec spec() {
    return session.spec();
  }

  /// With its hash and its image.
  public JobPlanner.FrozenBundle frozen() {
    return session.frozen();
  }

  /// Makes the workload, unless it was made before.
  ///
  /// @return what the bundle did wrong, as a sentence; empty when it is ready
  public Optional<String> fault(Workload workload) {
    return Optional.ofNullable(workloads.prepare(workload).fault());
  }

  PreparedWorkloads workloads() {
    return workloads;
  }

  /// The files of the workload that is shown, on the host.
  Path shown() {
    return session.workspace().shown();
  }

  @Override
  public void close() {
    session.close();
  }
}
