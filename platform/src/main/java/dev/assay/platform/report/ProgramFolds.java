package dev.assay.platform.report;

import dev.assay.core.game.ProgramFigures;
import dev.assay.core.run.PointResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is reported of a program at a workload, in a line: the lowest time with what belongs to
/// that measurement, and the highest memory. Folded here, on the way out.
///
/// @param measurements how many were right, as in `6`; empty when none was
/// @param memory of the whole tree
/// @param load how busy each processor was, as in `88% 87%`
public record ProgramFolds(
    String measurements, Amount seconds, Amount cpu, Amount memory, Amount busy, String load) {
  /// Of a workload where nothing was right.
  public static final ProgramFolds NONE =
      new ProgramFolds("", Amount.NONE, Amount.NONE, Amount.NONE, Amount.NONE, "");

  /// @param result absent while the point is not through
  public static ProgramFolds of(@Nullable PointResult result) {
    return result == null ? NONE : ProgramFigures.of(result).map(ProgramFolds::of).orElse(NONE);
  }

  public static ProgramFolds of(ProgramFigures figures) {
    return new ProgramFolds(
        Integer.toString(figures.measurements()),
        Amount.ofSeconds(figures.elapsedSeconds()),
        Amount.ofSeconds(figures.cpuSeconds()),
        Amount.ofBytes(figures.peakMemoryBytes()),
        Amount.ofSeconds(figures.busySeconds()),
        LoadText.of(figures.load()));
  }

  /// The same lines with the decimal points of each column below each other.
  public static List<ProgramFolds> aligned(List<ProgramFolds> lines) {
    List<Amount> seconds = Amount.aligned(lines.stream().map(ProgramFolds::seconds).toList());
    List<Amount> cpu = Amount.aligned(lines.stream().map(ProgramFolds::cpu).toList());
    List<Amount> memory = Amount.aligned(lines.stream().map(ProgramFolds::memory).toList());
    List<Amount> busy = Amount.aligned(lines.stream().map(ProgramFolds::busy).toList());
    var aligned = new ArrayList<ProgramFolds>();
    for (int i = 0; i < lines.size(); i++) {
      aligned.add(
          new ProgramFolds(
              lines.get(i).measurements(),
              seconds.get(i),
              cpu.get(i),
              memory.get(i),
              busy.get(i),
              lines.get(i).load()));
    }
    return aligned;
  }
}
