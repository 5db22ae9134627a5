package dev.assay.platform.report.suite;

import dev.assay.core.run.ProgramMeasurement;
import dev.assay.core.statistics.MedianInterval;
import dev.assay.core.suite.SuiteEntry;
import dev.assay.core.suite.WorkloadResult;
import dev.assay.platform.report.Amount;
import dev.assay.platform.report.Axis;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// Programs with all their figures, the right ones and then the others.
///
/// @param label what the table shows, for those who do not see it
/// @param first what the first column names, as in `program`
/// @param isRelative whether it has ratios
public record FigureTable(
    String label, String first, boolean isRelative, List<Row> rows, List<Failure> failures) {
  /// The narrowest a bar can be, in percent of its column.
  private static final double LEAST_BAR = 1.5;

  public FigureTable {
    rows = List.copyOf(rows);
    failures = List.copyOf(failures);
  }

  /// What is reported of a program at a workload.
  ///
  /// @param address of the program's page
  /// @param bar how long its bar is on a logarithmic scale, as SVG writes it; empty without ratios
  /// @param median of all that were right
  /// @param times how often it was right
  public record Row(
      String name,
      String address,
      Amount ratio,
      String bar,
      Amount seconds,
      Amount median,
      Amount cpu,
      Amount memory,
      Amount source,
      Amount busy,
      String load,
      int times) {
    public boolean isFastest() {
      return ratio.exact().startsWith("1.000000 ");
    }
  }

  /// What was not right.
  ///
  /// @param where at which workload
  /// @param why as a sentence
  public record Failure(String name, String address, String where, String status, String why) {}

  /// Collects what a table shows.
  static final class Builder {
    private final String label;
    private final String first;
    private final Links links;
    private final Function<WorkloadResult, String> name;
    private final @Nullable ToDoubleFunction<WorkloadResult> ratio;
    private final List<WorkloadResult> right = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();

    /// @param name what stands in the first column
    /// @param ratio NaN for none; absent for a table without
    Builder(
        String label,
        String first,
        Links links,
        Function<WorkloadResult, String> name,
        @Nullable ToDoubleFunction<WorkloadResult> ratio) {
      this.label = label;
      this.first = first;
      this.links = links;
      this.name = name;
      this.ratio = ratio;
    }

    Builder addAll(List<WorkloadResult> results) {
      results.forEach(this::add);
      return this;
    }

    Builder add(WorkloadResult result) {
      if (result.isRight()) {
        right.add(result);
      } else {
        failures.add(
            new Failure(
                name.apply(result),
                links.program(result.program()),
                "n = " + Columns.grouped(result.n()),
                StatusWords.of(result.reported()),
                StatusWords.why(result.reported())));
      }
      return this;
    }

    Builder addFailure(Failure failure) {
      failures.add(failure);
      return this;
    }

    FigureTable build() {
      return new FigureTable(label, first, ratio != null, rows(), failures);
    }

    private List<Row> rows() {
      List<Amount> seconds = times(one -> one.reported().wallNanos());
      List<Amount> medians = times(Builder::medianNanos);
      List<Amount> cpu = times(WorkloadResult::cpuNanos);
      List<Amount> busy = times(Builder::busyNanos);
      List<Amount> memory = Columns.kibibytes(each(one -> boxed(one.peakMemoryBytes())));
      List<Amount> sizes =
          Columns.sizes(right.stream().map(one -> one.reported().sourceBytes()).toList());
      List<Double> values = right.stream().map(this::ratioOf).toList();
      List<Amount> ratios = Columns.ratios(values);
      double highest = values.stream().filter(Double::isFinite).max(Double::compare).orElse(1.0);
      var rows = new ArrayList<Row>();
      for (int i = 0; i < right.size(); i++) {
        WorkloadResult one = right.get(i);
        rows.add(
            new Row(
                name.apply(one),
                links.program(one.program()),
                ratios.get(i),
                bar(values.get(i), highest),
                seconds.get(i),
                medians.get(i),
                cpu.get(i),
                memory.get(i),
                sizes.get(i),
                busy.get(i),
                load(one.reported()),
                one.right().size()));
      }
      return rows;
    }

    private List<Amount> times(Function<WorkloadResult, @Nullable Long> nanos) {
      return Columns.seconds(each(nanos));
    }

    private List<@Nullable Long> each(Function<WorkloadResult, @Nullable Long> value) {
      var values = new ArrayList<@Nullable Long>();
      right.forEach(one -> values.add(value.apply(one)));
      return values;
    }

    private static Long medianNanos(WorkloadResult result) {
      return Math.round(1e9 * MedianInterval.median(result.seconds()));
    }

    private static @Nullable Long busyNanos(WorkloadResult result) {
      ProgramMeasurement one = result.reported().measurement();
      return one == null || one.processors().isEmpty() ? null : one.busyNanos();
    }

    private static @Nullable Long boxed(OptionalLong value) {
      return value.isPresent() ? Long.valueOf(value.getAsLong()) : null;
    }

    private double ratioOf(WorkloadResult result) {
      return ratio == null ? Double.NaN : ratio.applyAsDouble(result);
    }
  }

  /// How busy each core was, as in `88% 87%`.
  static String load(SuiteEntry entry) {
    ProgramMeasurement one = entry.measurement();
    return one == null || one.processors().isEmpty() ? "–" : one.load();
  }

  static double orNaN(OptionalDouble value) {
    return value.orElse(Double.NaN);
  }

  private static String bar(double ratio, double highest) {
    if (!Double.isFinite(ratio)) {
      return "";
    }
    var axis = new Axis(true, 1, Math.max(2, highest));
    return String.format(Locale.ROOT, "%.1f%%", Math.max(LEAST_BAR, axis.percent(ratio)));
  }
}
