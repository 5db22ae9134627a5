package dev.assay.platform.intake;

import dev.assay.core.job.Job;
import dev.assay.core.wire.JsonCodec;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The attempt that a batch is about.
///
/// @param kind `measure` or `rejudge`
/// @param document core.job.Job as the platform planned it
/// @param implementationKey absent for `rejudge`
/// @param rejudgeItemKey absent for `measure`
/// @param runKey of the run, once it has been opened
/// @param opened core.run.Run as it was opened; absent before
/// @param isClosed whether the run has been closed
record ReportedAttempt(
    long jobKey,
    String jobId,
    int attempt,
    String runId,
    long runnerKey,
    String kind,
    String document,
    long bundleVersionKey,
    @Nullable Long implementationKey,
    @Nullable Long rejudgeItemKey,
    @Nullable Long runKey,
    @Nullable String opened,
    boolean isClosed) {
  boolean isRejudging() {
    return kind.equals("rejudge");
  }

  Job job() {
    return JsonCodec.read(
        document.getBytes(StandardCharsets.UTF_8), Job.class, "the document of job " + jobId);
  }
}
