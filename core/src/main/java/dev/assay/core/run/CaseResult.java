package dev.assay.core.run;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What came of one case.
///
/// @param index place in the hand-over order at its point, from 0; the number of its folder
/// @param cause absent when the status is ok
/// @param seconds the window; absent when there is none
/// @param bracketNanos from handing the case over to hearing of it; absent for self-reported
///   windows and lost cases
/// @param cpuNanos CPU time of the tree within the bracket
/// @param cpuBeforeNanos CPU time of the tree between the case before (or `ready`) and this one's
///   hand-over
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
    @Nullable Double seconds,
    @Nullable Long bracketNanos,
    @Nullable Long cpuNanos,
    @Nullable Long cpuBeforeNanos,
    @Nullable Verification verification,
    Map<String, String> inputHashes,
    Map<String, String> outputHashes,
    String note,
    List<String> remarks,
    List<Suspicion> suspicions) {
  public CaseResult {
    inputHashes = Collections.unmodifiableMap(new TreeMap<>(inputHashes));
    outputHashes = Collections.unmodifiableMap(new TreeMap<>(outputHashes));
    remarks = List.copyOf(remarks);
    suspicions = List.copyOf(suspicions);
  }
}
