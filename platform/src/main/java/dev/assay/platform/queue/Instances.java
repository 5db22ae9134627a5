package dev.assay.platform.queue;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import org.jdbi.v3.core.Handle;

/// Refuses processes that another one with the same key has taken over from.
final class Instances {
  private final RunnerRepository runners = new RunnerRepository();

  /// Notes that a runner was heard.
  ///
  /// @throws AssayException `CONFLICT` when the process is not the runner's newest
  void touch(Handle handle, long runnerKey, String instance) {
    if (!runners.touch(handle, runnerKey, instance)) {
      throw refusal(handle, runnerKey, instance);
    }
  }

  AssayException refusal(Handle handle, long runnerKey, String instance) {
    String newest = runners.instance(handle, runnerKey);
    return newest.isEmpty()
        ? new AssayException(
            ErrorCode.CONFLICT,
            "The process '%s' has not said hello yet; send POST /api/v1/runner/hello first."
                .formatted(instance))
        : new AssayException(
            ErrorCode.CONFLICT,
            "The process '%s' is not this runner's newest: another process with the same key has taken over. This one has to stop."
                .formatted(instance));
  }
}
