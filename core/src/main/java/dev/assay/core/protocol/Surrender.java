package dev.assay.core.protocol;

/// Gives a lease back, when a runner finds that it cannot carry the job out: an image's digest came
/// out different, the machine became unfit, a download failed. Counts as an attempt, and as a fault
/// of the runner or the platform, never of the author.
///
/// @param reason a sentence
public record Surrender(String instance, String jobId, int attempt, String reason) {}
