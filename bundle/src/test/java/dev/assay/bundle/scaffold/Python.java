package dev.assay.bundle.scaffold;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The host's python3, for tests.
final class Python {
  private final Path workingFolder;
  private final Map<String, String> environment;

  private Python(Path workingFolder, Map<String, String> environment) {
    this.workingFolder = workingFolder;
    this.environment = environment;
  }

  /// How a program ended.
  record Answer(int exitCode, String standardOutput, String standardError) {}

  static Python in(Path workingFolder) {
    return new Python(workingFolder, Map.of());
  }

  Python with(Map<String, String> variables) {
    return new Python(workingFolder, variables);
  }

  /// Aborts the test, with a message, where there is no python3 that reads TOML.
  static void require() {
    requireModule("tomllib", "python3 from 3.11");
  }

  static void requireModule(String module, String what) {
    try {
      if (in(Path.of(".")).run("-c", "import " + module).exitCode() == 0) {
        return;
      }
    } catch (IOException e) {
      abort("SKIPPED: this test needs %s on the host: %s".formatted(what, e));
    }
    abort("SKIPPED: this test needs %s on the host".formatted(what));
  }

  /// Aborts the test, with a message, where a program is not installed.
  static void requireProgram(String program) {
    try {
      if (in(Path.of(".")).execute(program, "--version").exitCode() == 0) {
        return;
      }
    } catch (IOException e) {
      abort("SKIPPED: this test needs %s on the host: %s".formatted(program, e));
    }
    abort("SKIPPED: this test needs %s on the host".formatted(program));
  }

  Answer run(Object... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("python3", "-B"));
    Arrays.stream(arguments).map(Object::toString).forEach(command::add);
    return execute(command.toArray(String[]::new));
  }

  /// Executes any program.
  Answer execute(String... command) throws IOException {
    var builder = new ProcessBuilder(command).directory(workingFolder.toFile());
    builder.environment().putAll(environment);
    Path errors = java.nio.file.Files.createTempFile("python", ".err");
    Process process = builder.redirectError(errors.toFile()).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException("no end in a minute: " + String.join(" ", command));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
    String error = java.nio.file.Files.readString(errors);
    java.nio.file.Files.delete(errors);
    return new Answer(process.exitValue(), output, error);
  }
}
