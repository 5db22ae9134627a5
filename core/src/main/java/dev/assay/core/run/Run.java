package dev.assay.core.run;

import dev.assay.core.job.Job;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What one runner did with one job. Append-only while it is made, never rewritten after. Nothing
/// in it is folded.
///
/// @param format version of this format, 1
/// @param id name of its folder
/// @param assayVersion what made it
/// @param endedAt absent while it runs, and for ever when the runner was killed
/// @param stateReason a sentence; absent when there is nothing to say
/// @param seedSecret hex; what warm-up seeds, fresh seeds and the hand-over order were drawn from,
///   after the freeze
/// @param environment versions of what stands between the code and the machine: runtime, podman,
///   kernel features
/// @param build absent while it has not been tried
/// @param program what was measured under the protocol `program`; absent under others, and in runs
///   of before it was written down
public record Run(
    int format,
    String id,
    String assayVersion,
    Instant startedAt,
    @Nullable Instant endedAt,
    RunState state,
    @Nullable String stateReason,
    Job job,
    Machine machine,
    String machineClass,
    Map<String, String> environment,
    Window window,
    String seedSecret,
    List<StageClock> stages,
    @Nullable BuildResult build,
    List<PointResult> points,
    @Nullable WholeProgram program) {
  /// The version of the format that this code writes and reads.
  public static final int FORMAT = 1;

  public Run {
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    stages = List.copyOf(stages);
    points = List.copyOf(points);
  }

  /// A run of another protocol than `program`.
  public Run(
      int format,
      String id,
      String assayVersion,
      Instant startedAt,
      @Nullable Instant endedAt,
      RunState state,
      @Nullable String stateReason,
      Job job,
      Machine machine,
      String machineClass,
      Map<String, String> environment,
      Window window,
      String seedSecret,
      List<StageClock> stages,
      @Nullable BuildResult build,
      List<PointResult> points) {
    this(
        format,
        id,
        assayVersion,
        startedAt,
        endedAt,
        state,
        stateReason,
        job,
        machine,
        machineClass,
        environment,
        window,
        seedSecret,
        stages,
        build,
        points,
        null);
  }

  /// The same run, further on: what is not named stays.
  public Run with(
      @Nullable Instant newEnd,
      RunState newState,
      @Nullable String newReason,
      List<StageClock> newStages,
      @Nullable BuildResult newBuild,
      List<PointResult> newPoints) {
    return new Run(
        format,
        id,
        assayVersion,
        startedAt,
        newEnd,
        newState,
        newReason,
        job,
        machine,
        machineClass,
        environment,
        window,
        seedSecret,
        newStages,
        newBuild,
        newPoints,
        program);
  }
}
