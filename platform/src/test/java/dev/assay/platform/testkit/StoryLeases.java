package dev.assay.platform.testkit;

import dev.assay.core.run.RunState;
import dev.assay.platform.intake.AttemptLeases;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// Leases that all hold, and whose ends are written down as the queue does.
final class StoryLeases implements AttemptLeases {
  private final StoryTables tables;

  StoryLeases(StoryTables tables) {
    this.tables = tables;
  }

  @Override
  public Hold check(Handle handle, long runnerKey, String jobId, int attempt) {
    return Hold.HELD;
  }

  @Override
  public void end(
      Handle handle, long jobKey, int attempt, RunState state, @Nullable String reason) {
    tables.finish(jobKey, attempt, state.text(), reason);
  }
}
