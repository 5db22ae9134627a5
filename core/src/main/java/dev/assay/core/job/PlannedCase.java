package dev.assay.core.job;

import dev.assay.core.run.CaseKind;
import java.util.Locale;

/// One case of a point, in its place of the hand-over order.
///
/// @param index place from 0; the number of the case's folder
public record PlannedCase(int index, long seed, CaseKind kind) {
  /// The name of the case's folder, as in `000003`.
  public String folder() {
    return String.format(Locale.ROOT, "%06d", index);
  }
}
