package dev.assay.platform.report;

import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.CaseResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What went on around each case, in the order of hand-over; of a case that was measured again,
/// around each attempt.
///
/// @param columns names of what differs between cases
/// @param hasAttempts whether a case was measured more than once
/// @param zeros what was 0 in every case, in words, or empty
/// @param untold what this machine does not tell, in words, or empty
public record NoiseTable(
    List<Column> columns, boolean hasAttempts, List<Row> rows, String zeros, String untold) {
  private static final int MAX_ROWS = 500;

  /// @param name in the head of the table
  /// @param meaning in a sentence, shown when it is pointed at
  public record Column(String name, String meaning) {}

  /// @param attempt as in `1 of 2` and `2 of 2, counts`; empty for a case that was measured once
  /// @param amounts in the order of the columns
  public record Row(
      int index, String attempt, boolean counts, OtherWork others, List<Amount> amounts) {}

  private record Source(String name, String meaning, Function<CaseNoise, Amount> amount) {}

  /// One measurement.
  private record Measured(
      int index, String attempt, boolean counts, OtherWork others, CaseNoise noise) {}

  private static final List<Source> SOURCES =
      List.of(
          new Source(
              "others here",
              "CPU time of everything else on the measured processors",
              noise -> Amount.ofNanos(noise.otherCpuNanos())),
          new Source(
              "others anywhere",
              "CPU time of everything else on all processors, the runner included",
              noise -> Amount.ofNanos(noise.machineCpuNanos())),
          new Source(
              "steal",
              "time that the hypervisor took from the measured processors, in steps of 10 ms",
              noise -> Amount.ofNanos(noise.stealNanos())),
          new Source(
              "CPU pressure",
              "time in which a task of the program waited for a processor",
              noise -> Amount.ofNanos(noise.cpuPressureNanos())),
          new Source(
              "IO pressure",
              "time in which a task of the program waited for IO",
              noise -> Amount.ofNanos(noise.ioPressureNanos())),
          new Source(
              "memory pressure",
              "time in which a task of the program waited for memory",
              noise -> Amount.ofNanos(noise.memoryPressureNanos())),
          new Source(
              "throttled",
              "periods in which a quota held the program back",
              noise -> Amount.ofCount(noise.throttledPeriods())),
          new Source(
              "gave up the CPU",
              "voluntary context switches of the program",
              noise -> Amount.ofCount(noise.voluntarySwitches())),
          new Source(
              "lost the CPU",
              "involuntary context switches of the program",
              noise -> Amount.ofCount(noise.involuntarySwitches())),
          new Source(
              "page faults",
              "of the program, minor and major",
              noise -> Amount.ofCount(noise.pageFaults())),
          new Source(
              "from disk",
              "page faults that read from a disk",
              noise -> Amount.ofCount(noise.majorPageFaults())));

  public static @Nullable NoiseTable of(List<CaseResult> cases) {
    List<Measured> measured = measured(cases);
    if (measured.isEmpty()) {
      return null;
    }
    var columns = new ArrayList<Column>();
    var amounts = new ArrayList<List<Amount>>();
    var zeros = new ArrayList<String>();
    var untold = new ArrayList<String>();
    for (Source source : SOURCES) {
      List<Amount> column =
          measured.stream().map(one -> source.amount().apply(one.noise())).toList();
      if (column.stream().allMatch(Amount.NONE::equals)) {
        untold.add(source.name());
      } else if (column.stream().allMatch(Amount::isZero)) {
        zeros.add(source.name());
      } else {
        columns.add(new Column(source.name(), source.meaning()));
        amounts.add(column);
      }
    }
    var rows = new ArrayList<Row>();
    for (int i = 0; i < measured.size(); i++) {
      int row = i;
      Measured one = measured.get(i);
      rows.add(
          new Row(
              one.index(),
              one.attempt(),
              one.counts(),
              one.others(),
              amounts.stream().map(column -> column.get(row)).toList()));
    }
    return new NoiseTable(
        columns,
        rows.stream().anyMatch(row -> !row.attempt().isEmpty()),
        rows,
        String.join(", ", zeros),
        String.join(", ", untold));
  }

  private static List<Measured> measured(List<CaseResult> cases) {
    var measured = new ArrayList<Measured>();
    for (CaseResult result : cases) {
      if (result.attempts().size() < 2) {
        add(measured, result.index(), "", true, OtherWork.of(result), result.noise());
        continue;
      }
      int count = result.attempts().size();
      for (int i = 0; i < count; i++) {
        var attempt = result.attempts().get(i);
        add(
            measured,
            result.index(),
            "%d of %d%s".formatted(i + 1, count, attempt.counts() ? ", counts" : ""),
            attempt.counts(),
            OtherWork.of(attempt),
            attempt.noise());
      }
    }
    return measured.subList(0, Math.min(measured.size(), MAX_ROWS));
  }

  private static void add(
      List<Measured> measured,
      int index,
      String attempt,
      boolean counts,
      OtherWork others,
      @Nullable CaseNoise noise) {
    if (noise != null) {
      measured.add(new Measured(index, attempt, counts, others, noise));
    }
  }

  /// How many cases are disturbed, in words.
  public String summary() {
    long disturbed =
        rows.stream().filter(row -> row.counts() && row.others().isDisturbed()).count();
    return disturbed == 0 ? "none was disturbed" : "%d disturbed".formatted(disturbed);
  }
}
