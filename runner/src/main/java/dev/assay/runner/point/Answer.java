package dev.assay.runner.point;

import java.util.List;
import java.util.Map;

/// What was taken from `out/` for one case.
///
/// @param hashes SHA-256 by output name, of what was taken
/// @param bytes sum of their sizes
/// @param isComplete whether every output of the signature was there and had its size
/// @param remarks what is missing or odd, as sentences
public record Answer(
    Map<String, String> hashes, long bytes, boolean isComplete, List<String> remarks) {
  public Answer {
    hashes = Map.copyOf(hashes);
    remarks = List.copyOf(remarks);
  }
}
