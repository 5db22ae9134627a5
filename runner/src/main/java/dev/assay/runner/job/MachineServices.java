package dev.assay.runner.job;

import dev.assay.core.unit.DataSize;
import dev.assay.sandbox.Cancellation;
import dev.assay.sandbox.Sandbox;
import dev.assay.sandbox.disk.DiskImages;
import dev.assay.sandbox.image.Images;
import dev.assay.sandbox.machine.MachineDescriber;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/// What this machine offers to a job.
///
/// @param programUser number of the user that programs run as
/// @param runtime the OCI runtime that starts containers
/// @param clockShift a library that puts the wall clock ahead in what it is preloaded into
/// @param allCpus processors for builds and bundles
/// @param home folder of Assay's own state
/// @param buildMemory that a build may use
/// @param workSize size of the disk that a job works on; it is sparse
/// @param version of Assay
public record MachineServices(
    Sandbox sandbox,
    int programUser,
    Images images,
    DiskImages disks,
    MachineDescriber describer,
    String runtime,
    Supplier<Path> clockShift,
    List<Integer> allCpus,
    Path home,
    DataSize buildMemory,
    DataSize workSize,
    InstantSource clock,
    SecureRandom random,
    Cancellation cancellation,
    String version) {
  public MachineServices {
    allCpus = List.copyOf(allCpus);
  }

  /// The same machine for one piece of work that can be cancelled by itself.
  ///
  /// @param heeding the same sandbox, which heeds `wish`
  public MachineServices cancelledBy(Cancellation wish, Sandbox heeding) {
    return with(heeding, images, wish);
  }

  /// The same machine with images from elsewhere.
  public MachineServices withImages(Images others) {
    return with(sandbox, others, cancellation);
  }

  private MachineServices with(Sandbox heeding, Images others, Cancellation wish) {
    return new MachineServices(
        heeding,
        programUser,
        others,
        disks,
        describer,
        runtime,
        clockShift,
        allCpus,
        home,
        buildMemory,
        workSize,
        clock,
        random,
        wish,
        version);
  }
}
