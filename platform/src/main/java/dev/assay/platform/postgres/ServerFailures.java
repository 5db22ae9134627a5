package dev.assay.platform.postgres;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Says what went wrong with the platform's own PostgreSQL.
final class ServerFailures {
  private static final List<String> NO_SPACE =
      List.of("No space left on device", "Disk quota exceeded");

  private ServerFailures() {}

  static AssayException ofFolder(String what, Path folder, IOException e) {
    return isNoSpace(String.valueOf(e.getMessage()))
        ? full(what, folder, e)
        : new AssayException(
            ErrorCode.IO,
            "%s in %s: %s. The folder must be writable for whoever starts the platform; another one is named with --home."
                .formatted(what, folder, e),
            e);
  }

  /// @param said what the program printed
  static AssayException ofProgram(String what, Path folder, String said) {
    return isNoSpace(said)
        ? full(what, folder, null)
        : new AssayException(
            ErrorCode.IO, "%s in %s. It said: %s".formatted(what, folder, lastLines(said)));
  }

  private static AssayException full(
      String what, Path folder, @org.jspecify.annotations.Nullable IOException e) {
    return new AssayException(
        ErrorCode.DISK_FULL,
        "%s in %s: the disk is full. Make room there and start again; nothing that was acknowledged is lost."
            .formatted(what, folder),
        e);
  }

  static boolean isNoSpace(String text) {
    return NO_SPACE.stream().anyMatch(text::contains);
  }

  private static String lastLines(String said) {
    List<String> lines = said.lines().filter(line -> !line.isBlank()).toList();
    return String.join(" | ", lines.subList(Math.max(0, lines.size() - 6), lines.size()));
  }
}
