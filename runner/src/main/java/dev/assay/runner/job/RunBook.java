package dev.assay.runner.job;

import dev.assay.core.run.BuildResult;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.RunState;
import dev.assay.core.run.StageClock;
import dev.assay.core.wire.JsonCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes a run while it grows. After each stage and each point the whole of it is on disk; each
/// case is in the journal as soon as it is measured, so that a kill loses nothing that was
/// measured.
final class RunBook {
  private final RunFolder folder;
  private final RunFollower follower;
  private Run run;

  RunBook(RunFolder folder, Run opened, RunFollower follower) {
    this.folder = folder;
    this.follower = follower;
    this.run = opened;
    write();
    follower.opened(run, folder);
  }

  RunFolder folder() {
    return folder;
  }

  Run run() {
    return run;
  }

  /// @param stages so far
  void build(BuildResult build, List<StageClock> stages) {
    run = run.with(run.endedAt(), run.state(), run.stateReason(), stages, build, run.points());
    write();
    follower.built(run);
  }

  /// One measured case, not verified yet.
  ///
  /// @param process of the point: 0 for the first, then 1, 2, … for its retries
  void measured(String point, int process, CaseResult result) {
    folder.append(JsonCodec.toLine(new JournalLine(point, process == 0 ? null : process, result)));
    follower.measured(point, process, result);
  }

  void point(PointResult point) {
    var points = new ArrayList<>(run.points());
    points.add(point);
    run =
        run.with(run.endedAt(), run.state(), run.stateReason(), run.stages(), run.build(), points);
    write();
    follower.point(point);
  }

  /// Closes the run; nothing is written after.
  Run close(Instant endedAt, RunState state, @Nullable String reason, List<StageClock> stages) {
    run = run.with(endedAt, state, reason, stages, run.build(), run.points());
    write();
    follower.closed(run);
    return run;
  }

  private void write() {
    folder.replace(folder.runFile(), JsonCodec.toJson(run));
  }

  /// One line of the journal.
  ///
  /// @param retry which of the point's retries measured it, from 1; absent for its first process
  record JournalLine(String point, @Nullable Integer retry, CaseResult result) {}
}
