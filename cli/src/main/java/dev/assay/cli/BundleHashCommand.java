package dev.assay.cli;

import dev.assay.bundle.hash.ContentHash;
import dev.assay.bundle.manifest.BundleManifest;
import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.wire.JsonCodec;
import dev.assay.runner.job.SourceIdentity;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The identity of a bundle.
@Command(
    name = "hash",
    mixinStandardHelpOptions = true,
    description = "Prints the content hash of a bundle, its name and version.")
final class BundleHashCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(paramLabel = "BUNDLE", description = "The bundle's folder, or NAME@VERSION.")
  String bundle = ".";

  @Option(names = "--json", description = "Print as JSON.")
  boolean json;

  @Option(
      names = "--reference",
      description =
          "Print the content hash of its reference solution's folder instead, for bar.reference_hash.")
  boolean reference;

  BundleHashCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  /// What is printed with `--json`.
  record Identity(String name, String version, String hash) {}

  @Override
  public Integer call() {
    Path folder = NamedBundle.folder(bundle);
    BundleSpec spec = BundleManifest.read(folder);
    String hash = reference ? hashOfReference(folder, spec) : ContentHash.ofBundle(folder);
    var identity = new Identity(spec.name().text(), spec.version().toString(), hash);
    wiring
        .terminal()
        .out()
        .println(json ? JsonCodec.toLine(identity) : "%s  %s".formatted(hash, spec.id()));
    return 0;
  }

  private static String hashOfReference(Path folder, BundleSpec spec) {
    if (spec.reference() == null) {
      throw new AssayException(
          ErrorCode.USAGE, "--reference: %s names no reference solution.".formatted(spec.id()));
    }
    return SourceIdentity.hash(folder.resolve(spec.reference()));
  }
}
