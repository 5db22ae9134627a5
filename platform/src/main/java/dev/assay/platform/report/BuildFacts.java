package dev.assay.platform.report;

import dev.assay.core.run.BuildResult;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import java.util.List;

/// What came of a build, as it is shown.
public final class BuildFacts {
  private BuildFacts() {}

  /// As in `succeeded` and `failed: the command exited with 2`.
  public static String outcome(BuildResult build) {
    return build.succeeded()
        ? "succeeded"
        : "failed: " + SafeText.oneLine(String.valueOf(build.reason()));
  }

  public static List<Fact> of(BuildResult build) {
    var facts = new Fact.Facts().addCode("command", build.command());
    if (build.process() != null) {
      facts
          .add("ended", Words.ending(build.process().ending()))
          .add("wall time", Amount.ofNanos(build.process().cost().wallNanos()))
          .add("CPU time", Amount.ofNanos(build.process().cost().cpuNanos()))
          .add("peak memory", Amount.ofBytes(build.process().cost().peakMemoryBytes()));
    }
    return facts.list();
  }
}
