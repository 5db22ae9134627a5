package dev.assay.platform.report.iterate;

import dev.assay.core.iterate.IteratedProgram;
import dev.assay.core.iterate.IterationEntry;
import dev.assay.core.statistics.SeriesShape;
import dev.assay.core.text.SafeText;
import dev.assay.core.unit.DurationText;
import dev.assay.platform.report.Amount;
import dev.assay.platform.report.MeasuredBy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One program on the page.
///
/// @param anchor its id
/// @param asked what was asked of it, as a phrase
/// @param kinds what its processes do, as in `3 flat, 7 warming up`
/// @param first the median of the first iterations
/// @param steady the time that processes come to, with its interval; or why there is none
/// @param isSteady whether there is such a time
/// @param chart absent where no process did every iteration
/// @param series file with the seconds; empty where there is none
/// @param build log; empty where nothing was built
/// @param command that it is started by
/// @param measuredBy versions of Assay
public record ProgramView(
    String name,
    String anchor,
    String asked,
    String kinds,
    Amount first,
    String steady,
    boolean isSteady,
    @Nullable IterationChart chart,
    List<Life> processes,
    String series,
    String build,
    String command,
    String version,
    String measuredBy) {
  public ProgramView {
    processes = List.copyOf(processes);
  }

  /// One process.
  ///
  /// @param kind what its iterations do, or what became of it
  /// @param from the first iteration of its steady state, from 1; empty where there is none
  public record Life(
      String name,
      boolean isOk,
      String kind,
      String from,
      Amount steady,
      Amount first,
      int changes,
      int outliers,
      Amount cpu,
      Amount memory,
      String remark) {}

  static ProgramView of(IteratedProgram one) {
    List<List<Double>> seconds =
        one.processes().stream().filter(IterationEntry::isOk).map(IterationEntry::seconds).toList();
    IterationEntry any = one.proof().orElseGet(() -> one.processes().getFirst());
    String name = "%s.%s-%d".formatted(one.of().task(), one.of().language(), one.of().number());
    var identity = any.identity().program();
    return new ProgramView(
        name,
        "%s-%d-%s".formatted(name, one.ask().n(), one.ask().stampsBy().text()),
        "n = %d, %d iterations, stamps by %s"
            .formatted(one.ask().n(), one.ask().iterations(), one.ask().stampsBy().text()),
        one.inWords(),
        seconds.isEmpty() ? Amount.NONE : Amount.ofSeconds(medianOfFirst(seconds)),
        one.steadyState()
            .map(steady ->
                "%s, 99 %% interval %s over %d processes"
                    .formatted(
                        DurationText.ofSeconds(steady.meanSeconds()),
                        DurationText.ofRange(steady.interval().low(), steady.interval().high()),
                        steady.processes()))
            .orElseGet(() -> SafeText.oneLine(one.whyNotSteady())),
        one.steadyState().isPresent(),
        seconds.isEmpty() ? null : IterationChart.of(seconds, one.steadyState()),
        processes(one),
        seconds.isEmpty() ? "" : "iterations/" + fileName(name, one),
        identity.build().isEmpty() ? "" : "logs/%s.iterate.build.log".formatted(name),
        String.join(" ", identity.run()),
        identity.version().lines().findFirst().orElse(""),
        MeasuredBy.of(
            Stream.concat(one.proof().stream(), one.processes().stream())
                .map(IterationEntry::assayVersion)));
  }

  private static String fileName(String name, IteratedProgram one) {
    return "%s.%d.%d.%s.csv"
        .formatted(name, one.ask().n(), one.ask().iterations(), one.ask().stampsBy().text());
  }

  private static double medianOfFirst(List<List<Double>> seconds) {
    double[] first = seconds.stream().mapToDouble(List::getFirst).sorted().toArray();
    return first[first.length / 2];
  }

  private static List<Life> processes(IteratedProgram one) {
    var all = new ArrayList<Life>();
    one.proof().filter(proof -> !proof.isOk()).map(ProgramView::process).ifPresent(all::add);
    one.processes().stream().map(ProgramView::process).forEach(all::add);
    return all;
  }

  private static Life process(IterationEntry entry) {
    SeriesShape shape = entry.shape().orElse(null);
    SeriesShape steady = shape != null && shape.kind().isSteady() ? shape : null;
    List<Double> seconds = entry.seconds();
    var measurement = entry.measurement();
    var cost = measurement == null ? null : measurement.process().cost();
    return new Life(
        entry.isProof() ? "proof" : Integer.toString(entry.process() + 1),
        entry.isOk(),
        shape == null ? entry.status().words() : shape.kind().words(),
        steady == null ? "" : Integer.toString(steady.steadyFrom() + 1),
        Amount.ofSeconds(steady == null ? null : steady.steadyMean()),
        Amount.ofSeconds(seconds.isEmpty() ? null : seconds.getFirst()),
        shape == null ? 0 : shape.segments().size() - 1,
        shape == null ? 0 : shape.outliers().size(),
        Amount.ofNanos(cost == null ? null : cost.cpuNanos()),
        Amount.ofBytes(cost == null ? null : cost.peakMemoryBytes()),
        entry.remark() == null ? "" : SafeText.oneLine(entry.remark()));
  }
}
