package dev.assay.core.protocol;

import dev.assay.core.run.BuildResult;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.StageClock;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One thing that happened in a run. Exactly one component besides `sequence` is there. The same
/// message can be sent any number of times, in any order; it is stored once.
///
/// @param sequence from 1, without gaps in one run
/// @param opened the run without points, as it was opened: message 1 of a job that measures; a job
///   that judges again opens none
/// @param built the build, and the stages so far
/// @param measured a case that was measured, not verified yet
/// @param point a point that is through
/// @param file something that was kept of the run; its blob must have been stored before
/// @param closed the run without points, as it was closed: always the last message
/// @param rejudged a point that was judged again
public record ReportMessage(
    long sequence,
    @Nullable Run opened,
    @Nullable Built built,
    @Nullable Measured measured,
    @Nullable PointResult point,
    @Nullable KeptFile file,
    @Nullable Run closed,
    @Nullable PointResult rejudged) {
  public ReportMessage {
    long parts =
        Stream.of(opened, built, measured, point, file, closed, rejudged)
            .filter(Objects::nonNull)
            .count();
    if (parts != 1) {
      throw new IllegalArgumentException(
          "message %d has %d contents, where one is right".formatted(sequence, parts));
    }
    if (sequence < 1) {
      throw new IllegalArgumentException(
          "message %d: they are numbered from 1".formatted(sequence));
    }
  }

  /// @param build what came of it
  public record Built(BuildResult build, List<StageClock> stages) {
    public Built {
      stages = List.copyOf(stages);
    }
  }

  /// @param process of the point: 0 for the first, then its retries
  public record Measured(String point, int process, CaseResult result) {}

  /// @param name as the run names it, as in `logs/build.log` or `answers/N16/0.tar.zst`
  /// @param blob SHA-256 of the content, hex
  public record KeptFile(String name, String blob, long bytes) {}

  public static ReportMessage opened(long sequence, Run run) {
    return new ReportMessage(sequence, run, null, null, null, null, null, null);
  }

  public static ReportMessage built(long sequence, Built built) {
    return new ReportMessage(sequence, null, built, null, null, null, null, null);
  }

  public static ReportMessage measured(long sequence, Measured measured) {
    return new ReportMessage(sequence, null, null, measured, null, null, null, null);
  }

  public static ReportMessage point(long sequence, PointResult point) {
    return new ReportMessage(sequence, null, null, null, point, null, null, null);
  }

  public static ReportMessage file(long sequence, KeptFile file) {
    return new ReportMessage(sequence, null, null, null, null, file, null, null);
  }

  public static ReportMessage closed(long sequence, Run run) {
    return new ReportMessage(sequence, null, null, null, null, null, run, null);
  }

  public static ReportMessage rejudged(long sequence, PointResult point) {
    return new ReportMessage(sequence, null, null, null, null, null, null, point);
  }
}
