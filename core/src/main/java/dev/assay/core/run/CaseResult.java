package dev.assay.core.run;

import dev.assay.core.bundle.AddedLater;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What came of one case.
///
/// @param index place in the hand-over order at its point, from 0; the number of its folder
/// @param cause absent when the status is ok
/// @param ending how the process ended while this case was due; absent when it did not
/// @param seconds the window; absent when there is none
/// @param bracketNanos from handing the case over to hearing of it; absent for self-reported
///   windows and where no answer came
/// @param cpuNanos CPU time of the tree within the bracket, or until it was dead
/// @param cpuBeforeNanos CPU time of the tree between the case before (or `ready`) and this one's
///   hand-over
/// @param noise what else went on meanwhile; absent for self-reported windows, lost cases, and
///   where it could not be read
/// @param attempts every measurement of it, in order, when it was measured more than once; else
///   empty. All above is that of the attempt that counts
/// @param verification absent when the verifier did not judge it
/// @param inputHashes SHA-256 of each input file, hex, by name
/// @param outputHashes SHA-256 of each answer file that was taken, hex, by name
/// @param note what the solution said of the case, or empty
/// @param remarks what the runner noticed, as sentences
public record CaseResult(
    int index,
    long seed,
    CaseKind kind,
    Status status,
    @Nullable Cause cause,
    @Nullable CaseEnding ending,
    @Nullable Double seconds,
    @Nullable Long bracketNanos,
    @Nullable Long cpuNanos,
    @Nullable Long cpuBeforeNanos,
    @Nullable CaseNoise noise,
    @AddedLater List<CaseAttempt> attempts,
    @Nullable Verification verification,
    Map<String, String> inputHashes,
    Map<String, String> outputHashes,
    String note,
    List<String> remarks,
    List<Suspicion> suspicions) {
  public CaseResult {
    attempts = List.copyOf(attempts);
    inputHashes = Collections.unmodifiableMap(new TreeMap<>(inputHashes));
    outputHashes = Collections.unmodifiableMap(new TreeMap<>(outputHashes));
    remarks = List.copyOf(remarks);
    suspicions = List.copyOf(suspicions);
  }

  /// The same measurement, judged another way.
  public CaseResult judged(
      Status otherStatus, @Nullable Cause otherCause, @Nullable Verification otherVerification) {
    return new CaseResult(
        index,
        seed,
        kind,
        otherStatus,
        otherCause,
        ending,
        seconds,
        bracketNanos,
        cpuNanos,
        cpuBeforeNanos,
        noise,
        attempts,
        otherVerification,
        inputHashes,
        outputHashes,
        note,
        remarks,
        suspicions);
  }
}
