package dev.assay.platform.page.benchmark;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Protocol;

/// What to type to begin a solution of a benchmark at home, measure it and send it in.
final class HomeCommands {
  private HomeCommands() {}

  /// Lines for a POSIX shell.
  ///
  /// @param archive address of the bundle's archive
  static String of(String archive, BundleSpec spec) {
    // A bundle's name and version have letters, digits, dots, hyphens and one slash.
    String folder = "bundles/" + spec.name().text();
    if (spec.protocol() == Protocol.PROGRAM) {
      return """
      mkdir -p %1$s my-program && curl -fsS '%2$s' | tar --zstd -x -C %1$s
      printf '[solution]\nbundle = "%3$s"\n\n[run]\ncommand = ["./program"]\n' > my-program/solution.toml
      assay run my-program --dirty --bundle %1$s
      """
          .formatted(folder, archive, reference(spec));
    }
    return """
    mkdir -p %1$s && curl -fsS '%2$s' | tar --zstd -x -C %1$s
    assay init %1$s my-solution --lang cpp
    assay run my-solution --dirty --bundle %1$s
    """
        .formatted(folder, archive);
  }

  private static String reference(BundleSpec spec) {
    return "%s@%d".formatted(spec.name().text(), spec.version().major());
  }
}
