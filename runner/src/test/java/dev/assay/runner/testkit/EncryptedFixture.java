package dev.assay.runner.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A bundle that asks for 2 xs + ws on encrypted xs, whose envelope is a small scheme in Python,
/// and solutions for it. Each does at a point what the point's name says, and otherwise its work;
/// see the programs in `src/test/resources`.
public final class EncryptedFixture {
  /// Limits that a test can wait for.
  public static final String SHORT_LIMITS =
      """
      [limits]
      init      = "4s"
      case      = "2s"
      memory    = "96MiB"
      processes = 24
      output    = "24MiB"
      log       = "64KiB"

      """;

  private static final String PROGRAMS = "runner/src/test/resources/dev/assay/runner/encrypted/";

  private EncryptedFixture() {}

  /// A bundle with three seeds and these points.
  public static Path bundle(Path folder, List<String> points) throws IOException {
    Path bundle = Folders.copyOf(PROGRAMS + "bundle", folder.resolve("bundle"));
    return Folders.write(
        bundle,
        "names.txt",
        String.join("\n", points),
        "bundle.toml",
        """
        [bundle]
        name = "test/double"
        version = "1.0.0"
        protocol = "encrypted"

        [signature]
        params = { n = "u32" }
        inputs = { xs = "secret i64[32]", ws = "i64[32]" }
        outputs = { ys = "secret i64[32]", sum = "i64" }

        [envelope]
        language = "python"
        scheme = "bfv"
        packing = "i64"

        [envelope.config]
        ring_degree = "u32"
        modulus_bits = "u32[]"
        ballast_mib = "u32"

        [envelope.parameters]
        ring_degree = "ring_degree"
        modulus = "modulus_bits"

        [sample]
        seeds = "1-3"
        warmup = 0
        fresh = 0

        """
            + Folders.points(points)
            + SHORT_LIMITS);
  }

  /// Replaces a text in a file.
  public static Path change(Path file, String text, String by) throws IOException {
    String before = Files.readString(file);
    if (!before.contains(text)) {
      throw new IllegalArgumentException("%s has no '%s'".formatted(file, text));
    }
    return Files.writeString(file, before.replace(text, by));
  }

  /// A solution in Python.
  public static Path solution(Path folder, List<String> points) throws IOException {
    Path solution = Folders.copyOf(PROGRAMS + "solution", folder.resolve("solution"));
    return Folders.write(
        solution,
        "names.txt",
        String.join("\n", points),
        "solution.toml",
        """
        [solution]
        bundle = "test/double@1"
        language = "python"
        """);
  }
}
