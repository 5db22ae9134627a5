package dev.assay.platform.report;

import dev.assay.core.game.ProgramFigures;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.run.ProgramMeasurement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which process of a point is shown.
public final class ProgramProcess {
  private ProgramProcess() {}

  /// The process of the point; of a program the one of the measurement that is reported, or the
  /// first. Absent when there was none.
  public static @Nullable ProcessResult shown(PointResult result) {
    List<ProgramMeasurement> measurements = result.measurements();
    if (measurements == null || measurements.isEmpty()) {
      return result.process();
    }
    int place = ProgramFigures.of(result).map(ProgramFigures::fastest).orElse(0);
    return measurements.get(place).process();
  }
}
