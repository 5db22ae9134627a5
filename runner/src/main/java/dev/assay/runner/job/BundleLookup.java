package dev.assay.runner.job;

import dev.assay.bundle.BundleFinder;
import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.core.bundle.BundleReference;
import dev.assay.core.bundle.BundleSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the bundle that a solution names: in the folder that was given, else around the solution,
/// else in the folders of ASSAY_BUNDLES.
public final class BundleLookup {
  private BundleLookup() {}

  /// The bundle's folder.
  ///
  /// @param given `--bundle`: the bundle, or a folder that holds it; absent when not given
  /// @param reference as in `polymul/negacyclic@1`
  /// @param origin where the solution lies on this machine; absent when it came from elsewhere
  public static Path require(@Nullable Path given, String reference, @Nullable Path origin) {
    BundleReference wanted = BundleReference.parse(reference);
    if (given != null) {
      return new BundleFinder(List.of(given)).requireBundle(wanted).folder();
    }
    Path around = origin == null ? null : around(origin);
    if (around != null) {
      BundleSpec spec = BundleManifest.read(around);
      if (wanted.matches(spec.name(), spec.version())) {
        return around;
      }
    }
    return BundleFinder.fromEnvironment(System.getenv()).requireBundle(wanted).folder();
  }

  /// The bundle that a solution lies in, as `solutions/NAME`.
  private static @Nullable Path around(Path origin) {
    Path folder = origin.toAbsolutePath().normalize();
    for (Path parent = folder.getParent(); parent != null; parent = parent.getParent()) {
      if (Files.isRegularFile(parent.resolve(BundleManifest.FILE_NAME))) {
        return parent;
      }
    }
    return null;
  }
}
