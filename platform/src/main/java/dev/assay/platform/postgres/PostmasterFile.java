package dev.assay.platform.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What a running PostgreSQL writes into its data folder (`postmaster.pid`, PostgreSQL's
/// `miscadmin.h`).
///
/// @param pid of the server
/// @param isReady whether it takes connections
record PostmasterFile(long pid, int port, boolean isReady) {
  private static final String NAME = "postmaster.pid";
  private static final int PORT_LINE = 3;
  private static final int STATUS_LINE = 7;

  /// Empty when there is none, or when it is only half written.
  static Optional<PostmasterFile> find(Path data) {
    try {
      return parse(Files.readAllLines(data.resolve(NAME)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw ServerFailures.ofFolder("The file %s could not be read".formatted(NAME), data, e);
    }
  }

  static Optional<PostmasterFile> parse(List<String> lines) {
    try {
      return lines.size() <= PORT_LINE
          ? Optional.empty()
          : Optional.of(
              new PostmasterFile(
                  Long.parseLong(lines.get(0).strip()),
                  Integer.parseInt(lines.get(PORT_LINE).strip()),
                  lines.size() > STATUS_LINE && lines.get(STATUS_LINE).startsWith("ready")));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /// Whether the process that it names lives and works in this very data folder: after a restart of
  /// the machine the number may be another's. Root and the server's own user can tell.
  boolean isServerOf(Path folder) {
    try {
      return Path.of("/proc", Long.toString(pid), "cwd").toRealPath().equals(folder.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }

  static void remove(Path data) throws IOException {
    Files.deleteIfExists(data.resolve(NAME));
  }
}
