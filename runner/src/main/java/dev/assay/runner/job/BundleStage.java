package dev.assay.runner.job;

import dev.assay.bundle.hash.BundleFiles;
import dev.assay.bundle.hash.ContentHash;
import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.JobPlanner;
import dev.assay.runner.point.BundleCommands;
import dev.assay.runner.point.Workspace;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.image.Image;
import dev.assay.sandbox.image.Images;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// A bundle that is frozen in a work space: exactly the files that its hash covers, and nothing
/// else.
final class BundleStage {
  private final BundleSpec spec;
  private final String hash;
  private final Image image;
  private final Workspace workspace;

  private BundleStage(BundleSpec spec, String hash, Image image, Workspace workspace) {
    this.spec = spec;
    this.hash = hash;
    this.image = image;
    this.workspace = workspace;
  }

  /// Copies the bundle into the work space and reads it there, so that nothing changes under the
  /// job.
  static BundleStage freeze(Path folder, Workspace workspace, Images images) {
    BundleManifest.read(folder);
    String hash = ContentHash.ofBundle(folder);
    BundleFiles.copy(folder, workspace.bundle());
    if (!ContentHash.ofBundle(workspace.bundle()).equals(hash)) {
      throw new AssayException(
          ErrorCode.BUNDLE_INVALID,
          "The bundle %s changed while it was read; run again when it is at rest."
              .formatted(folder));
    }
    BundleSpec spec = BundleManifest.read(workspace.bundle());
    return new BundleStage(spec, hash, images.require(spec.image()), workspace);
  }

  BundleSpec spec() {
    return spec;
  }

  Image image() {
    return image;
  }

  JobPlanner.FrozenBundle frozen() {
    return new JobPlanner.FrozenBundle(spec, hash, image.identity());
  }

  /// Starts its container. The caller closes it.
  Container start(MachineServices machine, String name, Path state, Surroundings surroundings) {
    var mounts = new ArrayList<Mount>();
    mounts.add(Mount.readOnly(workspace.bundle(), surroundings.bundleFolder()));
    mounts.add(Mount.writable(workspace.directory(), surroundings.directory()));
    mounts.addAll(surroundings.mounts());
    return machine
        .sandbox()
        .start(
            new ContainerSpec(
                name, state, image, mounts, surroundings.cpus(), false, surroundings.hostName()));
  }

  BundleCommands commands(Container container, Surroundings surroundings) {
    var environment = new LinkedHashMap<>(environment(image));
    environment.putAll(surroundings.environment());
    return new BundleCommands(
        container,
        spec,
        environment,
        surroundings.bundleFolder(),
        surroundings.directory(),
        workspace.directoryStorage(),
        surroundings.cpus().size());
  }

  /// What programs find in their environment, and nothing else.
  static Map<String, String> environment(Image image) {
    var environment = new LinkedHashMap<>(image.environment());
    environment.putIfAbsent("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    environment.put("HOME", "/tmp");
    environment.put("LANG", "C.UTF-8");
    return environment;
  }
}
