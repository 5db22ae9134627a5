package dev.assay.core.iterate;

import dev.assay.core.suite.ProgramIdentity;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// What the iterations of a program belong to.
///
/// @param program with the commands that let it iterate
/// @param files SHA-256 of each file that is laid beside the source, hex, by name
public record IterationIdentity(ProgramIdentity program, Map<String, String> files) {
  public IterationIdentity {
    files = Collections.unmodifiableMap(new TreeMap<>(files));
  }
}
