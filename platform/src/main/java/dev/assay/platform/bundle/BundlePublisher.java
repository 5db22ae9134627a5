package dev.assay.platform.bundle;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Version;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.wire.JsonCodec;
import dev.assay.platform.access.AuditTrail;
import dev.assay.platform.access.Caller;
import dev.assay.platform.blob.Blobs;
import dev.assay.platform.http.PlainText;
import dev.assay.platform.port.BundleArchives;
import dev.assay.platform.port.BundleArchives.PublishedBundle;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/// Publishes bundles. It reads the archive itself and believes nothing that it can look up: name,
/// version and hash are those of the files. A published version never changes. Thread-safe.
public final class BundlePublisher {
  private static final int MOST_POOL = 64;

  private final Jdbi jdbi;
  private final Blobs blobs;
  private final Uploads uploads;
  private final BundleArchives archives;
  private final ImageRegistry images;
  private final AuditTrail trail;
  private final Path folder;
  private final BenchmarkRepository benchmarks = new BenchmarkRepository();

  /// @param folder for archives while they are read
  public BundlePublisher(
      Jdbi jdbi,
      Blobs blobs,
      Uploads uploads,
      BundleArchives archives,
      ImageRegistry images,
      AuditTrail trail,
      Path folder) {
    this.jdbi = jdbi;
    this.blobs = blobs;
    this.uploads = uploads;
    this.archives = archives;
    this.images = images;
    this.trail = trail;
    this.folder = folder;
  }

  /// @throws AssayException `BUNDLE_INVALID`, with what is wrong with the archive or unproven of
  ///   it; `NOT_FOUND` when the caller did not send the archive; `NOT_ALLOWED` for a name of
  ///   others; `CONFLICT` for a version that was published with other files; `IMAGE_NOT_FOUND`
  public PublishedVersion publish(Caller caller, BundlePublication publication) {
    requirePool(publication.referencePool());
    ImageRegistry.requireReference(publication.image().reference());
    ImageRegistry.requireDigest(publication.image().digest());
    long bytes =
        jdbi.withHandle(handle -> uploads.requireOwn(handle, caller, publication.archive()));
    PublishedBundle bundle = read(publication.archive());
    requireProven(bundle, publication);
    return jdbi.inTransaction(handle -> publish(handle, caller, publication, bundle, bytes));
  }

  private PublishedBundle read(String archive) {
    try (BlobCopy copy = BlobCopy.of(blobs, archive, folder)) {
      return archives.read(copy.path());
    }
  }

  private static void requireProven(PublishedBundle bundle, BundlePublication publication) {
    BundleSpec spec = bundle.spec();
    String named = publication.image().reference();
    if (!spec.image().equals(named)) {
      throw new AssayException(
          ErrorCode.BUNDLE_INVALID,
          "%s was checked in the image %s, and its manifest names %s."
              .formatted(spec.id(), named, spec.image()));
    }
    List<String> refusals = new CheckFindings(publication.findings()).refusals(spec, bundle.hash());
    if (!refusals.isEmpty()) {
      throw new AssayException(
          ErrorCode.BUNDLE_INVALID,
          "%s is not published, since `bundle check` does not prove it: %s."
              .formatted(spec.id(), String.join("; ", refusals)));
    }
  }

  private PublishedVersion publish(
      Handle handle,
      Caller caller,
      BundlePublication publication,
      PublishedBundle bundle,
      long bytes) {
    BundleSpec spec = bundle.spec();
    String name = spec.name().text();
    boolean isPrivate = Boolean.TRUE.equals(publication.isPrivate());
    benchmarks.insert(
        handle, name, caller.accountKey(), isPrivate, pool(publication.referencePool()));
    var benchmark = benchmarks.lock(handle, name);
    requireOwner(caller, benchmark);
    var versions = benchmarks.versions(handle, benchmark.key());
    requireSameSettings(publication, benchmark);
    Optional<BenchmarkView.VersionLine> same =
        versions.stream()
            .filter(line -> line.version().equals(spec.version().toString()))
            .findFirst();
    if (same.isPresent()) {
      requireSameHash(spec, bundle.hash(), same.get());
      return answer(spec, bundle, benchmark, false, List.of());
    }
    registerImage(handle, caller, publication.image(), publication.recipe());
    var version =
        new BundleVersion(
            0,
            benchmark.key(),
            spec,
            bundle.hash(),
            publication.image(),
            publication.archive(),
            bytes,
            null);
    benchmarks.insertVersion(
        handle, version, JsonCodec.toJson(publication.findings()), caller.accountKey());
    trail.record(handle, caller, "bundle.publish", spec.id(), "hash " + bundle.hash());
    return answer(spec, bundle, benchmark, true, remarks(spec, versions));
  }

  private static PublishedVersion answer(
      BundleSpec spec,
      PublishedBundle bundle,
      BenchmarkRepository.Benchmark benchmark,
      boolean isNew,
      List<String> remarks) {
    return new PublishedVersion(
        spec.name().text(),
        spec.version().toString(),
        bundle.hash(),
        benchmark.isPrivate(),
        isNew,
        remarks);
  }

  private static void requireOwner(Caller caller, BenchmarkRepository.Benchmark benchmark) {
    if (benchmark.ownerKey() != caller.accountKey()) {
      throw new AssayException(
          ErrorCode.NOT_ALLOWED,
          "The name %s is taken by another host; give the bundle another name."
              .formatted(benchmark.name()));
    }
  }

  private static void requireSameHash(
      BundleSpec spec, String hash, BenchmarkView.VersionLine published) {
    if (!published.hash().equals(hash)) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "%s is published with the hash %s, and this archive has %s. A published version never changes: raise the version in bundle.toml."
              .formatted(spec.id(), published.hash(), hash));
    }
  }

  /// Who sees a benchmark is not changed by the way.
  private static void requireSameSettings(
      BundlePublication publication, BenchmarkRepository.Benchmark benchmark) {
    if (publication.isPrivate() != null && publication.isPrivate() != benchmark.isPrivate()) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "The benchmark %s is %s; who sees it is changed by PATCH /api/v1/benchmarks/%s, not by publishing a version."
              .formatted(
                  benchmark.name(),
                  benchmark.isPrivate() ? "private" : "public",
                  benchmark.name().replace('/', '~')));
    }
  }

  private void registerImage(
      Handle handle, Caller caller, ImageIdentity image, @Nullable String recipe) {
    if (recipe != null) {
      images.publish(
          handle, caller, new ImagePublication(image.reference(), image.digest(), recipe));
    } else if (!images.isKnown(handle, image)) {
      throw new AssayException(
          ErrorCode.IMAGE_NOT_FOUND,
          "The image %s with the digest %s is not known here. Publish it with its recipe (--recipe FILE), or by `assay image publish` first."
              .formatted(image.reference(), image.digest()));
    }
  }

  private static List<String> remarks(BundleSpec spec, List<BenchmarkView.VersionLine> versions) {
    return versions.stream()
        .map(line -> Version.parse(line.version()))
        .max(Version::compareTo)
        .filter(newest -> newest.compareTo(spec.version()) > 0)
        .map(newest ->
            List.of(
                "%s is older than %s, which stays the newest version."
                    .formatted(spec.version(), newest)))
        .orElse(List.of());
  }

  /// @throws AssayException `REQUEST_INVALID` for what is no name of a pool
  public static void requirePool(@Nullable String pool) {
    if (pool != null && !pool.isEmpty()) {
      PlainText.requireLine("the reference pool", pool, MOST_POOL);
    }
  }

  private static @Nullable String pool(@Nullable String pool) {
    return pool == null || pool.isEmpty() ? null : pool;
  }
}
