package dev.assay.sandbox;

import dev.assay.core.error.AssayException;

/// Starts containers. Thread-safe.
public interface Sandbox {
  /// Starts a container with the launcher as its first process; nothing of the image runs yet. The
  /// caller closes it.
  ///
  /// @throws AssayException `SANDBOX_FAILED` or an operator's fault when the machine cannot
  Container start(ContainerSpec spec);
}
