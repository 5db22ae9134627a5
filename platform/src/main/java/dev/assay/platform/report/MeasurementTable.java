package dev.assay.platform.report;

import dev.assay.core.game.ProgramFigures;
import dev.assay.core.run.CaseResult;
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
/// @param leftOut how many have no row, since there are so many
public record MeasurementTable(List<Row> rows, String sentence, int leftOut) {
  private static final int MOST = 1_000;

  public MeasurementTable {
    rows = List.copyOf(rows);
  }

  /// @param place at this point, from 0
  /// @param order place among all measurements of the run; empty while that is not known
  /// @param what which measurement it is, and where its output went
  /// @param isReported whether the reported time is this one's
  /// @param sayings what there is to say about it, each with who says it
  public record Row(
      int place,
      String order,
      String what,
      String status,
      boolean isOk,
      boolean isReported,
      Amount elapsed,
      Amount cpu,
      Amount user,
      Amount system,
      Amount memory,
      Amount busy,
      String load,
      List<CaseTable.Saying> sayings) {
    public Row {
      sayings = List.copyOf(sayings);
    }
  }

  /// Absent under other protocols, and where the bundle was at fault before anything was executed.
  static @Nullable MeasurementTable of(PointResult result) {
    List<ProgramMeasurement> all = result.measurements();
    return all == null || result.cases().isEmpty() ? null : of(result.cases(), all, MOST);
  }

  /// @param cases of a program at a point: the result of each measurement, or one that is lost
  /// @param measurements in the same order; empty while they are not known
  /// @param most rows
  public static MeasurementTable of(
      List<CaseResult> cases, List<ProgramMeasurement> measurements, int most) {
    int count = Math.min(cases.size(), most);
    int fastest = ProgramFigures.of(cases, measurements).map(ProgramFigures::fastest).orElse(-1);
    var columns = new Columns(cases.subList(0, count), measurements);
    List<Amount> elapsed =
        Amount.aligned(
            cases.subList(0, count).stream().map(one -> Amount.ofSeconds(one.seconds())).toList());
    List<Amount> cpu =
        Amount.aligned(
            cases.subList(0, count).stream().map(one -> Amount.ofNanos(one.cpuNanos())).toList());
    List<Amount> user = columns.of(one -> Amount.ofNanos(costOf(one).cpuUserNanos()));
    List<Amount> system = columns.of(one -> Amount.ofNanos(costOf(one).cpuSystemNanos()));
    List<Amount> memory = columns.of(one -> Amount.ofBytes(costOf(one).peakMemoryBytes()));
    List<Amount> busy = columns.of(one -> Amount.ofNanos(one.busyNanos()));
    List<CaseTable.Row> said = CaseTable.of(cases, 0, count).rows();
    var rows = new ArrayList<Row>();
    for (int i = 0; i < count; i++) {
      ProgramMeasurement one = i < measurements.size() ? measurements.get(i) : null;
      CaseResult result = cases.get(i);
      rows.add(
          new Row(
              i,
              one == null ? "" : Integer.toString(one.order()),
              what(result, one),
              result.status() == Status.LOST ? "not tried" : result.status().text(),
              result.status() == Status.OK,
              i == fastest,
              elapsed.get(i),
              cpu.get(i),
              user.get(i),
              system.get(i),
              memory.get(i),
              busy.get(i),
              one == null ? "" : LoadText.of(one.load()),
              said.get(i).sayings()));
    }
    return new MeasurementTable(rows, sentence(fastest, measurements), cases.size() - count);
  }

  private static Cost costOf(ProgramMeasurement one) {
    return one.process().cost();
  }

  private static String what(CaseResult result, @Nullable ProgramMeasurement one) {
    if (result.status() == Status.LOST) {
      return "–";
    }
    boolean verified = one == null ? result.index() == 0 : one.verified();
    return verified ? "output verified" : "repeat, to /dev/null";
  }

  private static String sentence(int fastest, List<ProgramMeasurement> measurements) {
    if (measurements.isEmpty()) {
      return "";
    }
    return fastest < 0
        ? "None of them was right, so nothing is reported."
        : "Reported are the lowest time, with the CPU time, busy time and load of that measurement, and the highest memory of those that were right.";
  }

  /// What only measurements have.
  private record Columns(List<CaseResult> cases, List<ProgramMeasurement> measurements) {
    List<Amount> of(Function<ProgramMeasurement, Amount> cell) {
      var amounts = new ArrayList<Amount>();
      for (int i = 0; i < cases.size(); i++) {
        amounts.add(i < measurements.size() ? cell.apply(measurements.get(i)) : Amount.NONE);
      }
      return Amount.aligned(amounts);
    }
  }
}
