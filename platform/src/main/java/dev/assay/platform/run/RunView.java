package dev.assay.platform.run;

import dev.assay.core.judge.Verdict;
import dev.assay.core.run.BuildResult;
import dev.assay.core.run.ImageIdentity;
import dev.assay.core.run.Machine;
import dev.assay.core.run.StageClock;
import dev.assay.core.run.Window;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A run with the four things that its numbers belong to: code, machine, environment, points.
public record RunView(
    String id,
    String job,
    int attempt,
    String state,
    @Nullable String stateReason,
    Instant startedAt,
    @Nullable Instant endedAt,
    CodeView code,
    MachineView machine,
    EnvironmentView environment,
    List<StageClock> stages,
    @Nullable BuildResult build,
    List<PointSummary> points,
    List<FileView> files) {
  public RunView {
    stages = List.copyOf(stages);
    points = List.copyOf(points);
    files = List.copyOf(files);
  }

  /// What was measured, and against what.
  public record CodeView(
      String benchmark,
      String version,
      String bundleHash,
      String implementation,
      String implementationName,
      String submission,
      String repository,
      String path,
      String commit,
      String treeHash) {}

  /// @param machineClass what numbers compare within
  /// @param runner id of the runner
  public record MachineView(String machineClass, String runner, Machine machine) {}

  /// @param versions of what stands between the code and the machine
  /// @param window whose clock the times come from
  public record EnvironmentView(
      Map<String, String> versions,
      ImageIdentity solutionImage,
      ImageIdentity bundleImage,
      Window window) {}

  /// @param params the point's parameters
  /// @param verdict absent while it is not judged yet
  /// @param score folded as the bundle says; absent without a value
  /// @param isSuspect whether something of it asks for a second look
  /// @param isCleared whether a person has looked and found nothing wrong; absent before
  /// @param rejudging id of the rejudging that the verdict comes from; absent as it was measured
  public record PointSummary(
      String point,
      Map<String, BigDecimal> params,
      @Nullable Verdict verdict,
      @Nullable Double score,
      int casesOk,
      int casesAll,
      boolean isSuspect,
      @Nullable Boolean isCleared,
      boolean isRanked,
      @Nullable String rejudging) {}

  public record FileView(String name, long bytes) {}
}
