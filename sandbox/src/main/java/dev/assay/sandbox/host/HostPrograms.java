package dev.assay.sandbox.host;

import dev.assay.core.error.AssayException;
import java.nio.file.Path;
import java.util.Optional;

/// Executes programs of the host. Thread-safe.
public interface HostPrograms {
  /// Executes a program with empty standard input and waits for it.
  ///
  /// @throws AssayException `PROGRAM_MISSING` when the host does not have it, `CANCELLED` when this
  ///   thread is interrupted; the program has ended by then
  HostAnswer execute(HostCommand command);

  /// Where a program lies.
  Optional<Path> find(String program);
}
