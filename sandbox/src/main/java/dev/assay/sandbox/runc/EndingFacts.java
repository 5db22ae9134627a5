package dev.assay.sandbox.runc;

import dev.assay.core.run.Ending;
import dev.assay.core.run.Limit;
import dev.assay.sandbox.kernel.Errno;
import org.jspecify.annotations.Nullable;

/// What an ending is decided from.
///
/// @param answer the launcher's last word
/// @param platformFailure what broke in the sandbox itself; absent when nothing did
/// @param oomKills processes that the kernel killed for the group's memory limit
/// @param memoryLimit bytes
/// @param chargedPeak bytes
/// @param passed the limit that it was killed for; absent when it was not
/// @param stopReason why the runner killed it; absent when it did not
record EndingFacts(
    Answer answer,
    @Nullable String platformFailure,
    long oomKills,
    long memoryLimit,
    long chargedPeak,
    @Nullable Passed passed,
    @Nullable String stopReason) {
  private static final int SIGKILL = 9;

  /// Decides in the order of DESIGN section 5: platform, memory, another limit, signal, exit code.
  Ending decide() {
    if (platformFailure != null) {
      return new Ending.SandboxFailed(platformFailure);
    }
    return switch (answer) {
      case Answer.Failed(String step, int errno) -> notStarted(step, errno);
      case Answer.Ended ended -> decide(ended);
      case Answer.Stuck _ ->
          new Ending.SandboxFailed("processes of the program did not die when they were killed");
      case Answer.Gone _ -> new Ending.SandboxFailed("the launcher died");
      case Answer.Hello _, Answer.Ready _, Answer.Joined _, Answer.Forked _ ->
          new Ending.SandboxFailed("the launcher answered out of turn: " + answer);
    };
  }

  private static Ending notStarted(String step, int errno) {
    return step.equals("execute") || step.equals("folder")
        ? new Ending.NotStarted(
            "%s: %s"
                .formatted(
                    step.equals("folder") ? "working directory" : "command", Errno.text(errno)))
        : new Ending.SandboxFailed(
            "the launcher could not prepare the process (%s): %s"
                .formatted(step, Errno.text(errno)));
  }

  private Ending decide(Answer.Ended ended) {
    if (oomKills > 0) {
      return new Ending.Killed(Limit.MEMORY, memoryLimit, chargedPeak);
    }
    if (passed != null) {
      return new Ending.Killed(passed.limit(), passed.value(), passed.reached());
    }
    if (ended.signal() == SIGKILL && stopReason != null) {
      return new Ending.Stopped(stopReason);
    }
    return ended.signal() > 0
        ? new Ending.Signaled(ended.signal())
        : new Ending.Exited(ended.exitCode());
  }

  /// Who sent the kill; absent when nobody did.
  @Nullable String killedBy() {
    if (oomKills > 0) {
      return "kernel";
    }
    boolean killed = answer instanceof Answer.Ended ended && ended.signal() == SIGKILL;
    return killed && (passed != null || stopReason != null) ? "runner" : null;
  }
}
