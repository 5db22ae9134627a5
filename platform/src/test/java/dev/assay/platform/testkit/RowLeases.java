package dev.assay.platform.testkit;

import dev.assay.core.run.RunState;
import dev.assay.platform.intake.AttemptLeases;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/// The queue's answers from the job's row alone.
public final class RowLeases implements AttemptLeases {
  @Override
  public Hold check(Handle handle, long runnerKey, String jobId, int attempt) {
    return handle
        .createQuery(
            """
            select runner_key = :runner and attempt = :attempt and state = 'running'
            from job where id = :job for share
            """)
        .bind("runner", runnerKey)
        .bind("attempt", attempt)
        .bind("job", jobId)
        .mapTo(Boolean.class)
        .findOne()
        .map(held -> held ? Hold.HELD : Hold.LATE)
        .orElse(Hold.UNKNOWN);
  }

  @Override
  public void end(
      Handle handle, long jobKey, int attempt, RunState state, @Nullable String reason) {
    handle
        .createUpdate("update job set state = :state, state_reason = :reason where key = :job")
        .bind("state", state.text())
        .bind("reason", reason)
        .bind("job", jobKey)
        .execute();
  }
}
