package dev.assay.platform.game;

import dev.assay.core.game.GameStatus;
import dev.assay.core.game.ProgramFigures;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.Cost;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProgramMeasurement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was measured of a program at a workload, without what is large.
///
/// @param figures what is reported; absent when no measurement was right
/// @param rows every measurement, in order; empty when nothing was executed
public record ProgramAtPoint(@Nullable ProgramFigures figures, List<Row> rows) {
  public ProgramAtPoint {
    rows = List.copyOf(rows);
  }

  /// One measurement.
  ///
  /// @param cpuNanos absent where the kernel does not count it, as the memory
  /// @param busyNanos of the whole machine
  /// @param load as in `88% 87%`
  public record Row(
      GameStatus status,
      long wallNanos,
      @Nullable Long cpuNanos,
      @Nullable Long peakMemoryBytes,
      long busyNanos,
      String load) {}

  static ProgramAtPoint of(PointResult point) {
    List<ProgramMeasurement> measurements = point.measurements();
    var rows = new ArrayList<Row>();
    for (int i = 0; measurements != null && i < measurements.size(); i++) {
      ProgramMeasurement one = measurements.get(i);
      CaseResult result = point.cases().get(i);
      GameStatus.of(result.status(), one.process().ending())
          .ifPresent(status -> rows.add(row(status, one)));
    }
    return new ProgramAtPoint(ProgramFigures.of(point).orElse(null), rows);
  }

  private static Row row(GameStatus status, ProgramMeasurement one) {
    Cost cost = one.process().cost();
    return new Row(
        status,
        cost.wallNanos(),
        cost.cpuNanos(),
        cost.peakMemoryBytes(),
        one.busyNanos(),
        one.load());
  }
}
