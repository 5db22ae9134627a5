package dev.assay.sandbox;

import dev.assay.sandbox.image.Image;
import java.nio.file.Path;
import java.util.List;

/// What a container is made of.
///
/// @param name `[a-z0-9-]{1,64}`, unique on the machine while it lives
/// @param stateFolder an empty folder of the host for everything that it needs beside the image;
///   gone with the container
/// @param image its root file system, read-only
/// @param mounts folders of the host that appear in it
/// @param cpus processor numbers that its programs may use
/// @param network whether its programs share the host's network; without, there is none, loopback
///   included
/// @param hostName the name that `uname` gives inside
public record ContainerSpec(
    String name,
    Path stateFolder,
    Image image,
    List<Mount> mounts,
    List<Integer> cpus,
    boolean network,
    String hostName) {
  public ContainerSpec {
    mounts = List.copyOf(mounts);
    cpus = List.copyOf(cpus);
  }
}
