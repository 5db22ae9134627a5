package dev.assay.runner.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Bundles and programs of the protocol `program` in a test's folder. Programs print the numbers up
/// to their argument, a line each.
final class ProgramFixture {
  static final String RIGHT =
      "i=0; while [ $i -lt \"$1\" ]; do i=$((i+1)); echo \"line $i\"; done\n";

  private final Path folder;

  ProgramFixture(Path folder) {
    this.folder = folder;
  }

  /// Of three workloads, compared byte for byte.
  ///
  /// @param program further lines of `[program]`
  Path bundle(String name, String program) throws IOException {
    Path bundle = Files.createDirectories(folder.resolve("bundles").resolve(name));
    Files.createDirectories(bundle.resolve("expected"));
    for (int n : new int[] {1, 2, 40}) {
      var expected = new StringBuilder();
      for (int i = 1; i <= n; i++) {
        expected.append("line ").append(i).append('\n');
      }
      Files.writeString(bundle.resolve("expected/%d.txt".formatted(n)), expected);
    }
    Files.writeString(
        bundle.resolve("bundle.toml"),
        """
        [bundle]
        name = "game/%s"
        version = "1.0.0"
        protocol = "program"
        [program]
        expected = "file"
        %s
        [[points]]
        n = 1
        expected = "expected/1.txt"
        [[points]]
        n = 2
        expected = "expected/2.txt"
        [[points]]
        n = 40
        expected = "expected/40.txt"
        [limits]
        output = "64KiB"
        memory = "256MiB"
        """
            .formatted(name, program));
    return bundle;
  }

  /// A shell script as a solution.
  Path script(String name, String script) throws IOException {
    Path solution = solution(name, "[run]\ncommand = [\"sh\", \"main.sh\"]\n");
    Files.writeString(solution.resolve("main.sh"), script);
    return solution;
  }

  /// @param tables of `solution.toml`, after `[solution]`
  Path solution(String name, String tables) throws IOException {
    Path solution = Files.createDirectories(folder.resolve("solutions").resolve(name));
    Files.writeString(
        solution.resolve("solution.toml"), "[solution]\nbundle = \"game/lines@1\"\n" + tables);
    return solution;
  }
}
