package dev.assay.runner.testkit;

import dev.assay.runner.source.TreeCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A bundle that asks for twice x, and solutions for it. Each does at a point what the point's name
/// says, and otherwise its work; see the programs in `src/test/resources`.
public final class FaultyFixture {
  /// Limits that a test can wait for.
  public static final String SHORT_LIMITS =
      """
      [limits]
      init      = "4s"
      case      = "2s"
      memory    = "64MiB"
      processes = 24
      output    = "24MiB"
      log       = "16KiB"

      [limits.bundle]
      make   = "2s"
      verify = "2s"
      memory = "64MiB"
      """;

  private static final String PROGRAMS = "runner/src/test/resources/dev/assay/runner/faulty/";
  private static final String HOSTILE = "runner/src/test/resources/dev/assay/runner/hostile/";

  private FaultyFixture() {}

  /// A bundle with three seeds and these points.
  public static Path bundle(Path folder, List<String> points, String limits) throws IOException {
    Path bundle = Folders.copyOf(PROGRAMS + "bundle", folder.resolve("bundle"));
    return Folders.write(
        bundle,
        "names.txt",
        String.join("\n", points),
        "bundle.toml",
        """
        [bundle]
        name = "test/twice"
        version = "1.0.0"

        [signature]
        params = { n = "u32" }
        inputs = { x = "f64" }
        outputs = { y = "f64" }

        [sample]
        seeds = "1-3"
        warmup = 0
        fresh = 0

        """
            + Folders.points(points)
            + limits);
  }

  /// A bundle with the cases that suspicion takes: twenty public seeds, two for warming up, and
  /// three fresh ones.
  public static Path publicBundle(Path folder, List<String> points, String limits)
      throws IOException {
    Path bundle = bundle(folder, points, limits);
    Path manifest = bundle.resolve("bundle.toml");
    Files.writeString(
        manifest,
        Files.readString(manifest)
            .replace("seeds = \"1-3\"", "seeds = \"1-20\"")
            .replace("warmup = 0", "warmup = 2")
            .replace("fresh = 0", "fresh = 3"));
    return bundle;
  }

  /// A solution through the harness whose author cheats.
  ///
  /// @param language `python`, `javascript`, `c` or `cpp`
  public static Path hostile(Path folder, String language, String build, List<String> points)
      throws IOException {
    Path solution = Folders.copyOf(HOSTILE + language, folder.resolve(language));
    return Folders.write(
        solution,
        "names.txt",
        String.join("\n", points),
        "solution.toml",
        """
        [solution]
        bundle = "test/twice@1"
        language = "%s"
        image = "%s"

        [build]
        command = "%s"
        """
            .formatted(language, imageOf(language), build));
  }

  /// The image that the solutions in a language need.
  public static String imageOf(String language) {
    return language.equals("javascript") ? "localhost/assay/game" : "localhost/assay/core";
  }

  /// The same with a reference, in `solutions/reference`.
  public static Path bundleWithReference(Path folder, List<String> points) throws IOException {
    Path bundle = bundle(folder, points, SHORT_LIMITS);
    Path manifest = bundle.resolve("bundle.toml");
    Files.writeString(
        manifest,
        Files.readString(manifest)
            .replace("[signature]", "reference = \"solutions/reference\"\n\n[signature]"));
    TreeCopy.copy(solution(folder, points), bundle.resolve("solutions/reference"));
    return bundle;
  }

  /// A solution that speaks with the runner by itself, in place of the harness.
  public static Path solution(Path folder, List<String> points) throws IOException {
    Path solution = Folders.copyOf(PROGRAMS + "solution", folder.resolve("solution"));
    return Folders.write(
        solution,
        "names.txt",
        String.join("\n", points),
        "solution.toml",
        """
        [solution]
        bundle = "test/twice@1"
        language = "cpp"

        [build]
        command = "cp main.py solution && chmod +x solution"
        """);
  }

  /// A solution through the harness.
  ///
  /// @param language `python`, `javascript` or `cpp`
  public static Path harnessed(Path folder, String language, List<String> points)
      throws IOException {
    Path solution = Folders.copyOf(PROGRAMS + language, folder.resolve(language));
    return Folders.write(
        solution,
        "names.txt",
        String.join("\n", points),
        "solution.toml",
        """
        [solution]
        bundle = "test/twice@1"
        language = "%s"
        image = "%s"
        """
            .formatted(language, imageOf(language)));
  }

  /// A solution with its own program and clock.
  public static Path program(Path folder, List<String> points) throws IOException {
    Path program = Folders.copyOf(PROGRAMS + "program", folder.resolve("program"));
    return Folders.write(
        program,
        "names.txt",
        String.join("\n", points),
        "solution.toml",
        """
        [solution]
        bundle = "test/twice@1"

        [run]
        command = ["python3", "main.py"]
        """);
  }
}
