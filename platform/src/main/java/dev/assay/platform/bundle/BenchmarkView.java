package dev.assay.platform.bundle;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.run.ImageIdentity;
import java.time.Instant;
import java.util.List;

/// A benchmark with one version of its bundle.
///
/// @param spec everything that the manifest of that version says
/// @param hash its content hash
/// @param bar what is demanded of a point, in words
/// @param sample what the bar is defined over, in words
/// @param score what entries are compared by, in words
/// @param versions all of them, newest first
/// @param jobs that wait or are measured now
/// @param runs that were ever opened
public record BenchmarkView(
    BenchmarkLine benchmark,
    BundleSpec spec,
    String hash,
    ImageIdentity image,
    String bar,
    String sample,
    String score,
    List<VersionLine> versions,
    int jobs,
    long runs) {
  public BenchmarkView {
    versions = List.copyOf(versions);
  }

  /// @param archive blob with its files
  public record VersionLine(
      String version,
      String hash,
      String title,
      ImageIdentity image,
      String archive,
      long archiveBytes,
      String publishedBy,
      Instant publishedAt) {}
}
