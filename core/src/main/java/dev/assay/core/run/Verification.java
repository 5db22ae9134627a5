package dev.assay.core.run;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// What the bundle's verifier said of one case.
///
/// @param metrics finite numbers by name
/// @param note free text of the verifier, possibly empty
public record Verification(boolean passed, Map<String, Double> metrics, String note) {
  public Verification {
    metrics = Collections.unmodifiableMap(new TreeMap<>(metrics));
  }
}
