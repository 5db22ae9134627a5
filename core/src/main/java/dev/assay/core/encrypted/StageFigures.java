package dev.assay.core.encrypted;

import org.jspecify.annotations.Nullable;

/// What one stage took at a point.
///
/// @param part whose process it was
/// @param count of clocks: the counted cases that have one, or 1
/// @param minSeconds the lowest of them
/// @param medianSeconds of an even number the mean of the middle two
/// @param maxSeconds the highest of them
/// @param share of the median in the sum of all medians: of one case's stages, or of those that are
///   done once; from 0 to 1
/// @param peakMemoryBytes of its process; absent where the process or the figure is missing
public record StageFigures(
    EncryptedStage stage,
    EncryptedPart part,
    int count,
    double minSeconds,
    double medianSeconds,
    double maxSeconds,
    double share,
    @Nullable Long peakMemoryBytes) {
  StageFigures withShareOf(double sum) {
    return new StageFigures(
        stage,
        part,
        count,
        minSeconds,
        medianSeconds,
        maxSeconds,
        sum > 0 ? medianSeconds / sum : 0,
        peakMemoryBytes);
  }
}
