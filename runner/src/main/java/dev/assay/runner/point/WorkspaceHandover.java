package dev.assay.runner.point;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.job.PlannedCase;
import java.io.IOException;

/// Renames cases into view and collects at once.
record WorkspaceHandover(Workspace workspace, AnswerCollector collector) implements CaseHandover {
  @Override
  public void reveal(PlannedCase planned) {
    try {
      workspace.reveal(planned);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "Case %s could not be handed over: %s".formatted(planned.folder(), e), e);
    }
  }

  @Override
  public Answer collect(PlannedCase planned) {
    return collector.collect(planned);
  }
}
