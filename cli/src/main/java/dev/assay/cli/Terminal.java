package dev.assay.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where a command writes: results to standard output, everything else to standard error.
///
/// @param isInteractive whether a person watches standard error
/// @param width columns of the terminal
public record Terminal(PrintWriter out, PrintWriter err, boolean isInteractive, int width) {
  /// The process's own.
  public static Terminal ofProcess() {
    boolean interactive = isTerminal(Path.of("/proc/self/fd/2"));
    return new Terminal(
        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
        interactive,
        columns(System.getenv("COLUMNS")));
  }

  private static boolean isTerminal(Path descriptor) {
    try {
      String target = Files.readSymbolicLink(descriptor).toString();
      return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
    } catch (IOException e) {
      return false;
    }
  }

  private static int columns(@Nullable String variable) {
    try {
      return variable == null ? 100 : Math.clamp(Integer.parseInt(variable), 60, 200);
    } catch (NumberFormatException e) {
      return 100;
    }
  }
}
