package dev.assay.platform.report.suite;

import dev.assay.core.run.Cost;
import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.suite.ProgramResult;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.platform.report.Amount;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Every measurement of a program, in the order in which they were made.
///
/// @param leftOut how many are not shown
public record MeasurementRows(List<Row> rows, int leftOut) {
  private static final int MOST = 1_000;

  public MeasurementRows {
    rows = List.copyOf(rows);
  }

  /// @param order place among those of the program, from 1
  /// @param place among all measurements of the suite, from 1
  /// @param at when it was done, UTC
  /// @param output where it went
  /// @param isReported whether the time that is reported at its workload is this one's
  /// @param why it was not right; empty when it was
  public record Row(
      int order,
      int place,
      String at,
      String n,
      String output,
      String status,
      boolean isRight,
      boolean isReported,
      Amount seconds,
      Amount cpu,
      Amount user,
      Amount system,
      Amount memory,
      Amount busy,
      String load,
      String why) {}

  static MeasurementRows of(ProgramResult program, SuiteFigures figures) {
    List<SuiteEntry> shown = program.entries().subList(0, Math.min(MOST, program.entries().size()));
    return new MeasurementRows(
        new Table(program, shown, figures).rows(), program.entries().size() - shown.size());
  }

  private record Table(ProgramResult program, List<SuiteEntry> entries, SuiteFigures figures) {
    List<Row> rows() {
      List<Amount> seconds = times(Cost::wallNanos);
      List<Amount> cpu = times(Cost::cpuNanos);
      List<Amount> user = times(Cost::cpuUserNanos);
      List<Amount> system = times(Cost::cpuSystemNanos);
      List<Amount> memory = Columns.kibibytes(each(Cost::peakMemoryBytes));
      List<Amount> busy = Columns.seconds(busy());
      var rows = new ArrayList<Row>();
      for (int i = 0; i < entries.size(); i++) {
        SuiteEntry one = entries.get(i);
        rows.add(
            new Row(
                i + 1,
                place(one),
                one.at().truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' '),
                Columns.grouped(one.n()),
                output(one),
                StatusWords.of(one),
                one.isRight(),
                isReported(one),
                seconds.get(i),
                cpu.get(i),
                user.get(i),
                system.get(i),
                memory.get(i),
                busy.get(i),
                FigureTable.load(one),
                StatusWords.why(one)));
      }
      return rows;
    }

    private static String output(SuiteEntry entry) {
      ProgramMeasurement one = entry.measurement();
      return one == null ? "–" : one.verified() ? "verified" : "/dev/null";
    }

    private boolean isReported(SuiteEntry entry) {
      return entry.isRight()
          && program.at(entry.n()).stream().anyMatch(one -> place(one.reported()) == place(entry));
    }

    private int place(SuiteEntry entry) {
      return figures.order().placeOf(entry);
    }

    private List<Amount> times(Function<Cost, @Nullable Long> nanos) {
      return Columns.seconds(each(nanos));
    }

    private List<@Nullable Long> each(Function<Cost, @Nullable Long> value) {
      var values = new ArrayList<@Nullable Long>();
      entries.forEach(entry -> values.add(entry.findCost().map(value).orElse(null)));
      return values;
    }

    private List<@Nullable Long> busy() {
      var values = new ArrayList<@Nullable Long>();
      for (SuiteEntry entry : entries) {
        ProgramMeasurement one = entry.measurement();
        values.add(one == null || one.processors().isEmpty() ? null : one.busyNanos());
      }
      return values;
    }
  }
}
