package dev.assay.runner.job;

import dev.assay.sandbox.Mount;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Everything around a bundle's command that must not change what it makes.
///
/// @param bundleFolder where the bundle is mounted, its working directory
/// @param directory where DIR is mounted
/// @param hostName what `uname` says
/// @param cpus processors that it may use
/// @param mounts on top of those two
/// @param environment on top of the image's
public record Surroundings(
    String bundleFolder,
    String directory,
    String hostName,
    List<Integer> cpus,
    List<Mount> mounts,
    Map<String, String> environment) {
  public Surroundings {
    cpus = List.copyOf(cpus);
    mounts = List.copyOf(mounts);
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
  }

  /// The usual ones (docs/bundles.md).
  public static Surroundings usual(List<Integer> cpus) {
    return new Surroundings("/bundle", "/work", "bundle", cpus, List.of(), Map.of());
  }
}
