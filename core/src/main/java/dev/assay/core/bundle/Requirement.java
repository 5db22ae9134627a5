package dev.assay.core.bundle;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// A demand on a metric of the verifier, folded over all cases of the sample. A case without the
/// metric fails it.
///
/// @param atMost the folded value is not above this; absent when there is no upper bound
/// @param atLeast the folded value is not below this; absent when there is no lower bound
public record Requirement(
    String metric, Fold fold, @Nullable BigDecimal atMost, @Nullable BigDecimal atLeast) {
  public Requirement {
    if (atMost == null && atLeast == null) {
      throw new IllegalArgumentException("the requirement on %s has no bound".formatted(metric));
    }
  }
}
