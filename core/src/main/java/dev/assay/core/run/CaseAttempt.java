package dev.assay.core.run;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One measurement of a case that was measured more than once since other work disturbed it.
///
/// @param counts whether the case's own numbers are this attempt's; exactly one attempt of a case
///   counts
/// @param process which process of the point measured it: 0 for the first, k for the k-th of its
///   retries
/// @param cause absent when the status is ok
/// @param ending how the process ended while this attempt was due; absent when it did not
/// @param seconds the window; absent when there is none
/// @param noise absent where nothing was read
/// @param verification absent when the verifier did not judge this answer
/// @param outputHashes SHA-256 of each answer file that was taken, hex, by name
public record CaseAttempt(
    boolean counts,
    int process,
    Status status,
    @Nullable Cause cause,
    @Nullable CaseEnding ending,
    @Nullable Double seconds,
    @Nullable Long bracketNanos,
    @Nullable Long cpuNanos,
    @Nullable Long cpuBeforeNanos,
    @Nullable CaseNoise noise,
    @Nullable Verification verification,
    Map<String, String> outputHashes) {
  public CaseAttempt {
    outputHashes = Collections.unmodifiableMap(new TreeMap<>(outputHashes));
  }
}
