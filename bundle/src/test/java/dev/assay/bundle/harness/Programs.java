package dev.assay.bundle.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Programs of the host that the tests of harnesses start.
final class Programs {
  private Programs() {}

  /// What became of a program.
  record Result(int exitCode, String output) {}

  /// Skips the test, by name of the program, where it is not installed.
  static void assume(String... names) {
    for (String name : names) {
      boolean present =
          List.of(System.getenv("PATH").split(":")).stream()
              .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
      if (!present) {
        System.err.printf("SKIPPED: %s is not installed, so its harness is not tested%n", name);
      }
      assumeTrue(present, () -> name + " is not installed");
    }
  }

  /// Skips the test where Python has no such module.
  static void assumeModule(String module) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("python3", "-c", "import " + module).start();
    boolean present = process.waitFor() == 0;
    if (!present) {
      System.err.printf("SKIPPED: python3 has no module %s, so it is not tested%n", module);
    }
    assumeTrue(present, () -> "python3 has no module " + module);
  }

  /// Runs a program to its end, with standard error among its output.
  static Result execute(Path folder, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile(folder, "log", ".txt");
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putAll(environment);
    builder
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .redirectInput(new java.io.File("/dev/null"));
    Process process = builder.start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("no end after 120 s: " + String.join(" ", command));
    }
    String output = Files.readString(log, StandardCharsets.ISO_8859_1);
    Files.delete(log);
    return new Result(process.exitValue(), output);
  }
}
