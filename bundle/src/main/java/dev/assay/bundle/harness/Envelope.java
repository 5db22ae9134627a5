package dev.assay.bundle.harness;

import dev.assay.bundle.hash.BundleFiles;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/// The folder `envelope/` of an encrypted bundle: the host's files that make keys, encrypt and
/// decrypt.
///
/// @param bundle how messages call the bundle, as in `logistic/ckks@1.0.0`
/// @param folder where the bundle lies
record Envelope(String bundle, Path folder) {
  /// Its name in a bundle's folder, and below [Harness#FOLDER] in a solution's.
  static final String FOLDER = "envelope";

  /// The envelope of a bundle.
  ///
  /// @throws AssayException `BUNDLE_INVALID` when there is none
  static Envelope in(BundleSpec bundle, Path bundleFolder) {
    Path own = bundleFolder.resolve(FOLDER);
    if (!Files.isDirectory(own, LinkOption.NOFOLLOW_LINKS)) {
      throw new AssayException(
          ErrorCode.BUNDLE_INVALID,
          "%s is encrypted, but it has no folder %s; an encrypted bundle keeps there what makes keys, encrypts and decrypts"
              .formatted(bundle.id(), own));
    }
    return new Envelope(bundle.id(), bundleFolder);
  }

  /// The languages whose solutions it can serve.
  List<String> languages() {
    return Harnesses.languages().stream()
        .filter(language -> serves(Harnesses.require(language)))
        .toList();
  }

  boolean serves(Harness harness) {
    return harness.envelopeFiles().stream()
        .anyMatch(file ->
            Files.isRegularFile(folder.resolve(FOLDER).resolve(file), LinkOption.NOFOLLOW_LINKS));
  }

  /// @throws AssayException `SOLUTION_INVALID` when it serves no solution in the harness's language
  void requireFor(Harness harness) {
    if (!serves(harness)) {
      throw new AssayException(
          ErrorCode.SOLUTION_INVALID,
          "the envelope of %s has nothing for solutions in '%s'; it serves %s"
              .formatted(
                  bundle,
                  harness.language(),
                  languages().isEmpty() ? "no language" : String.join(", ", languages())));
    }
  }

  /// @throws AssayException `BUNDLE_INVALID` when the file of its own language is missing
  void requireOwn(Harness harness) {
    if (!serves(harness)) {
      throw new AssayException(
          ErrorCode.BUNDLE_INVALID,
          "envelope.language of %s is '%s', but %s has no %s"
              .formatted(
                  bundle,
                  harness.language(),
                  folder.resolve(FOLDER),
                  String.join(" and no ", harness.envelopeFiles())));
    }
  }

  /// Copies its files below [Harness#FOLDER] of a folder.
  void copyTo(Path target) {
    BundleFiles.copyInner(folder, FOLDER, target.resolve(Harness.FOLDER).resolve(FOLDER));
  }
}
