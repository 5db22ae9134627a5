package dev.assay.runner.point;

import dev.assay.core.job.PlannedCase;

/// Makes cases visible to the solution and takes its answers.
public interface CaseHandover {
  /// Makes the case's folder appear in the solution's container.
  void reveal(PlannedCase planned);

  /// Takes the answer out of `out/`, so that nothing that the solution does later changes it.
  Answer collect(PlannedCase planned);
}
