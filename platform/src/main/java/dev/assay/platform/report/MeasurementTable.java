package dev.assay.platform.report;

import dev.assay.core.game.ProgramFigures;
import dev.assay.core.run.Cost;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.run.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Every measurement of a program at a point, in the order in which they were made.
///
/// @param sentence what is reported of them
record MeasurementTable(List<Row> rows, String sentence) {
  private static final int MOST = 1_000;

  /// @param order place among all measurements of the run
  /// @param output where it went
  /// @param isReported whether the reported time is this one's
  record Row(
      int order,
      String output,
      String status,
      boolean isOk,
      boolean isReported,
      Amount elapsed,
      Amount cpu,
      Amount user,
      Amount system,
      Amount memory,
      Amount busy,
      String load) {}

  /// Absent under other protocols, and when nothing was executed.
  static @Nullable MeasurementTable of(PointResult result) {
    List<ProgramMeasurement> all = result.measurements();
    if (all == null || all.isEmpty()) {
      return null;
    }
    List<ProgramMeasurement> measurements = all.subList(0, Math.min(all.size(), MOST));
    int fastest = ProgramFigures.of(result).map(ProgramFigures::fastest).orElse(-1);
    List<Amount> elapsed = column(measurements, Cost::wallNanos);
    List<Amount> cpu = column(measurements, Cost::cpuNanos);
    List<Amount> user = column(measurements, Cost::cpuUserNanos);
    List<Amount> system = column(measurements, Cost::cpuSystemNanos);
    List<Amount> memory =
        Amount.aligned(
            measurements.stream()
                .map(one -> Amount.ofBytes(one.process().cost().peakMemoryBytes()))
                .toList());
    List<Amount> busy =
        Amount.aligned(measurements.stream().map(one -> Amount.ofNanos(one.busyNanos())).toList());
    var rows = new ArrayList<Row>();
    for (int i = 0; i < measurements.size(); i++) {
      ProgramMeasurement one = measurements.get(i);
      rows.add(
          new Row(
              one.order(),
              one.verified() ? "verified" : "/dev/null",
              result.cases().get(i).status().text(),
              result.cases().get(i).status() == Status.OK,
              i == fastest,
              elapsed.get(i),
              cpu.get(i),
              user.get(i),
              system.get(i),
              memory.get(i),
              busy.get(i),
              one.load()));
    }
    return new MeasurementTable(
        rows,
        fastest < 0
            ? "None of them was right, so nothing is reported."
            : "Reported are the lowest time, with the CPU time, busy time and load of that measurement, and the highest memory of those that were right.");
  }

  private static List<Amount> column(
      List<ProgramMeasurement> measurements, Function<Cost, @Nullable Long> nanos) {
    return Amount.aligned(
        measurements.stream()
            .map(one -> Amount.ofNanos(nanos.apply(one.process().cost())))
            .toList());
  }
}
