package dev.assay.runner.job;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.runner.encrypted.Half;
import dev.assay.runner.encrypted.Halves;
import dev.assay.runner.encrypted.Part;
import dev.assay.runner.point.Workspace;
import dev.assay.sandbox.Container;
import dev.assay.sandbox.ContainerSpec;
import dev.assay.sandbox.Mount;
import dev.assay.sandbox.image.Image;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The three containers of an encrypted solution, started for a whole job.
final class EncryptedSession implements AutoCloseable {
  private final MachineServices machine;
  private final Place place;
  private final Deque<Container> started = new ArrayDeque<>();

  /// What all of them share.
  ///
  /// @param id of the job; containers are called after it
  /// @param state folder for what they need beside their images
  /// @param cpus that their programs may use
  record Place(String id, Path state, Workspace workspace, BundleSpec spec, List<Integer> cpus) {}

  EncryptedSession(MachineServices machine, Place place) {
    this.machine = machine;
    this.place = place;
  }

  /// Starts them.
  ///
  /// @param image the solution's
  /// @param folder the solution's in its container
  Halves start(Image image, String folder, EnvelopeVault vault) {
    var solution = Mount.readOnly(place.workspace().solution(), "/solution");
    return new Halves(
        half("client", image, solution, folder),
        half("vault", vault.image(), vault.mount(), EnvelopeVault.FOLDER),
        half("server", image, solution, folder));
  }

  private Half half(String name, Image image, Mount own, String folder) {
    Part part =
        Part.create(
            place.workspace(),
            name,
            name.equals("vault") ? machine.workSize() : place.spec().limits().output());
    var mounts = new ArrayList<Mount>();
    mounts.add(own);
    mounts.addAll(part.mounts());
    Container container =
        machine
            .sandbox()
            .start(
                new ContainerSpec(
                    "assay-%s-%s".formatted(place.id(), name),
                    subfolder(name),
                    image,
                    mounts,
                    place.cpus(),
                    false,
                    name));
    started.push(container);
    return new Half(
        container, part, List.of("./solution", "/work"), BundleStage.environment(image), folder);
  }

  private Path subfolder(String name) {
    Path path = place.state().resolve(name);
    try {
      return Files.createDirectories(path);
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s could not be made: %s".formatted(path, e), e);
    }
  }

  @Override
  public void close() {
    AssayException first = null;
    while (!started.isEmpty()) {
      try {
        started.pop().close();
      } catch (AssayException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
