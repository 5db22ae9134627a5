package dev.assay.runner.point;

import dev.assay.core.job.PlannedCase;
import java.util.Map;

/// A case that `make` has written and the runner has inspected.
///
/// @param inputHashes SHA-256 by input name
/// @param inputBytes sum of the sizes of its inputs
public record DueCase(PlannedCase planned, Map<String, String> inputHashes, long inputBytes) {}
