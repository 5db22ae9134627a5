package dev.assay.platform.postgres;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// Starts programs and waits for them.
final class Programs {
  private Programs() {}

  /// @param code exit code
  /// @param said standard output and error
  record Ended(int code, String said) {}

  /// Executes a command to its end. It sees nothing of our environment.
  static Ended execute(List<String> command, Path folder) {
    try {
      Process process = builder(command, folder).redirectErrorStream(true).start();
      try (OutputStream closed = process.getOutputStream()) {
        closed.flush();
      }
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return new Ended(process.waitFor(), said);
    } catch (IOException e) {
      throw missing(command, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssayException(ErrorCode.CANCELLED, command + " was interrupted.", e);
    }
  }

  /// Starts a command that goes on.
  ///
  /// @param log that its output is added to
  static Process start(List<String> command, Path folder, Path log) {
    try {
      return builder(command, folder)
          .redirectErrorStream(true)
          .redirectInput(Path.of("/dev/null").toFile())
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException e) {
      throw missing(command, e);
    }
  }

  /// Brings all that was written to a file system to its disk.
  static void sync(Path folder) {
    execute(List.of("sync", "-f", folder.toString()), folder);
  }

  private static ProcessBuilder builder(List<String> command, Path folder) {
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    String path = builder.environment().getOrDefault("PATH", "/usr/bin:/bin");
    builder.environment().clear();
    builder.environment().put("PATH", path);
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("TZ", "UTC");
    return builder;
  }

  private static AssayException missing(List<String> command, IOException e) {
    return new AssayException(
        ErrorCode.PROGRAM_MISSING,
        "The program %s could not be started: %s. setpriv and setsid come with the package util-linux."
            .formatted(command.getFirst(), e.getMessage()),
        e);
  }
}
