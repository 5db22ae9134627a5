package dev.assay.core.run;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/// How a process ended. Whether its answer is right is the verifier's business, not this type's.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "how")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Ending.Exited.class, name = "exited"),
  @JsonSubTypes.Type(value = Ending.Signaled.class, name = "signaled"),
  @JsonSubTypes.Type(value = Ending.Killed.class, name = "killed"),
  @JsonSubTypes.Type(value = Ending.Stopped.class, name = "stopped"),
  @JsonSubTypes.Type(value = Ending.NotStarted.class, name = "not-started"),
  @JsonSubTypes.Type(value = Ending.SandboxFailed.class, name = "sandbox-failed")
})
public sealed interface Ending {
  /// Left by itself with this exit code.
  record Exited(int code) implements Ending {}

  /// Died of a signal that the sandbox had not sent, and that was not the kernel's for memory.
  record Signaled(int signal) implements Ending {}

  /// Ended because it went over a limit.
  ///
  /// @param limit which one
  /// @param limitValue nanoseconds for times, bytes for sizes
  /// @param reached what was measured when it was ended, in the same unit; how far the limit was
  ///   overshot
  record Killed(Limit limit, long limitValue, long reached) implements Ending {}

  /// The runner ended it for a reason of its own: cancelled, a malformed answer, or nothing more
  /// was due.
  record Stopped(String reason) implements Ending {}

  /// The command could not be executed at all: not found, not executable.
  record NotStarted(String reason) implements Ending {}

  /// The sandbox broke. The author is not at fault, and the case may be executed again.
  record SandboxFailed(String reason) implements Ending {}
}
