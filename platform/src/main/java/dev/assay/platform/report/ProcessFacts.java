package dev.assay.platform.report;

import dev.assay.core.run.Cost;
import dev.assay.core.run.MachineNoise;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.text.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the solution's process at a point cost, and how it ended.
public final class ProcessFacts {
  private ProcessFacts() {}

  /// Empty when it never started.
  public static List<Fact> of(PointResult result) {
    return of(result, result.process());
  }

  /// @param process that is shown of the point
  public static List<Fact> of(PointResult result, @Nullable ProcessResult process) {
    var facts = new Fact.Facts();
    if (process == null) {
      return facts.list();
    }
    facts.add("ended", Words.ending(process.ending()));
    facts.add("init", Amount.ofNanos(result.initNanos()));
    addCost(facts, process.cost());
    MachineNoise noise = process.noise();
    if (noise != null) {
      facts.add("steal", Amount.ofNanos(noise.stealNanos()));
      facts.add("throttled", Amount.ofNanos(noise.throttledNanos()));
      facts.add("load average", Amount.ofNumber(noise.loadAverage()));
    }
    if (!result.retries().isEmpty()) {
      facts.add(
          "measured again",
          "%d more %s"
              .formatted(
                  result.retries().size(), result.retries().size() == 1 ? "process" : "processes"));
    }
    if (process.evidence().leftBehind() > 0) {
      facts.add("left behind", "%d processes".formatted(process.evidence().leftBehind()));
    }
    return facts.list();
  }

  private static void addCost(Fact.Facts facts, Cost cost) {
    facts
        .add("wall time", Amount.ofNanos(cost.wallNanos()))
        .add("CPU time", Amount.ofNanos(cost.cpuNanos()))
        .add("user", Amount.ofNanos(cost.cpuUserNanos()))
        .add("system", Amount.ofNanos(cost.cpuSystemNanos()))
        .add("peak memory", Amount.ofBytes(cost.peakMemoryBytes()))
        .add("peak charge", Amount.ofBytes(cost.peakChargedBytes()))
        .add("page cache at the end", Amount.ofBytes(cost.pageCacheBytes()))
        .add("read from disk", Amount.ofBytes(cost.blockReadBytes()))
        .add("written to disk", Amount.ofBytes(cost.blockWriteBytes()))
        .add("waited for CPU", Amount.ofNanos(cost.cpuPressureNanos()))
        .add("waited for IO", Amount.ofNanos(cost.ioPressureNanos()))
        .add("waited for memory", Amount.ofNanos(cost.memoryPressureNanos()))
        .add("gave up the CPU", Amount.ofCount(cost.voluntarySwitches()))
        .add("lost the CPU", Amount.ofCount(cost.involuntarySwitches()))
        .add("page faults", Amount.ofCount(cost.pageFaults()))
        .add("of these from disk", Amount.ofCount(cost.majorPageFaults()))
        .add("processes and threads", Amount.ofCount(cost.peakProcesses()));
  }
}
