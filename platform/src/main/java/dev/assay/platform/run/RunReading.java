package dev.assay.platform.run;

import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A run with some of its points.
///
/// @param run as its runner wrote it, without points
/// @param runnerName name of the runner
/// @param isClosed whether nothing of it can change any more, but for what people decide
/// @param results those points that were asked for and are through, by their place in the plan
/// @param measured how many cases of a point that is not through were measured so far, by its
///   place; empty once the run is closed
/// @param decisions of people about what is suspect, newest first
/// @param blobs the blob of each file by its name
/// @param previous id of the newest run before it of the same implementation whose numbers compare;
///   absent when there is none
public record RunReading(
    RunView view,
    Run run,
    String runnerName,
    boolean isClosed,
    Map<Integer, PointResult> results,
    Map<Integer, Integer> measured,
    List<RunDecision> decisions,
    Map<String, String> blobs,
    @Nullable String previous) {
  public RunReading {
    results = Map.copyOf(results);
    measured = Map.copyOf(measured);
    decisions = List.copyOf(decisions);
    blobs = Map.copyOf(blobs);
  }

  /// What a person decided about a suspect point.
  ///
  /// @param pointNo place of the point in the plan
  public record RunDecision(
      int pointNo, boolean isCleared, String reason, String decidedBy, Instant decidedAt) {}
}
