package dev.assay.platform.report;

import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.bundle.Score;
import dev.assay.core.game.ProgramFigures;
import dev.assay.core.judge.SampleQuality;
import dev.assay.core.judge.Summary;
import dev.assay.core.run.CaseKind;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.Run;
import dev.assay.core.run.Status;
import dev.assay.core.run.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// The numbers of a point in a line. Folded here, on the way out, from the ok cases of the sample.
///
/// @param ok as in `24 of 25`; empty when nothing was measured
/// @param interval where the median lies, or empty
/// @param spread of the middle half, or empty
/// @param memory peak of the process; of whole programs the highest of those that count
public record PointFolds(
    String ok,
    Amount min,
    Amount median,
    String interval,
    String spread,
    Amount mean,
    Amount max,
    Amount memory,
    List<String> flags) {
  /// Of a point that is not through.
  public static final PointFolds NONE =
      new PointFolds(
          "", Amount.NONE, Amount.NONE, "", "", Amount.NONE, Amount.NONE, Amount.NONE, List.of());

  public PointFolds {
    flags = List.copyOf(flags);
  }

  /// @param run that the point belongs to; its own points are not read
  /// @param result absent while the point is not through
  public static PointFolds of(Run run, @Nullable PointResult result) {
    if (result == null) {
      return NONE;
    }
    Score score = run.job().score();
    Summary sample = Summary.of(score, CaseKind.SAMPLE, result.cases());
    SampleQuality quality = SampleQuality.of(score, result.cases());
    long ok = result.cases().stream().filter(one -> one.status() == Status.OK).count();
    return new PointFolds(
        result.cases().isEmpty() ? "" : "%d of %d".formatted(ok, result.cases().size()),
        amount(score, sample.min()),
        amount(score, sample.median()),
        quality.intervalText(score),
        quality.spreadText(),
        amount(score, sample.mean()),
        amount(score, sample.max()),
        Amount.ofBytes(memory(result)),
        flags(run, result, quality));
  }

  /// The same lines with the decimal points of each column below each other.
  public static List<PointFolds> aligned(List<PointFolds> lines) {
    List<Amount> min = Amount.aligned(lines.stream().map(PointFolds::min).toList());
    List<Amount> median = Amount.aligned(lines.stream().map(PointFolds::median).toList());
    List<Amount> mean = Amount.aligned(lines.stream().map(PointFolds::mean).toList());
    List<Amount> max = Amount.aligned(lines.stream().map(PointFolds::max).toList());
    List<Amount> memory = Amount.aligned(lines.stream().map(PointFolds::memory).toList());
    var aligned = new ArrayList<PointFolds>();
    for (int i = 0; i < lines.size(); i++) {
      PointFolds line = lines.get(i);
      aligned.add(
          new PointFolds(
              line.ok(),
              min.get(i),
              median.get(i),
              line.interval(),
              line.spread(),
              mean.get(i),
              max.get(i),
              memory.get(i),
              line.flags()));
    }
    return aligned;
  }

  private static @Nullable Long memory(PointResult result) {
    if (result.measurements() != null) {
      return ProgramFigures.of(result).map(ProgramFigures::peakMemoryBytes).orElse(null);
    }
    return result.process() == null ? null : result.process().cost().peakMemoryBytes();
  }

  private static Amount amount(Score score, OptionalDouble value) {
    return Amount.ofScore(score, value.isPresent() ? Double.valueOf(value.getAsDouble()) : null);
  }

  private static List<String> flags(Run run, PointResult result, SampleQuality quality) {
    var flags = new ArrayList<String>();
    long suspicions =
        result.suspicions().size()
            + result.cases().stream().mapToLong(one -> one.suspicions().size()).sum();
    if (suspicions > 0) {
      flags.add("suspect");
    }
    if (quality.disturbed() > 0) {
      flags.add(quality.disturbed() + " disturbed");
    }
    if (run.window() == Window.SELF_REPORTED) {
      flags.add("own clock");
    }
    if (run.job().encrypted() != null && run.job().encrypted().mode() == EncryptedMode.JOINED) {
      flags.add("joined");
    }
    if (run.job().source().isDirty()) {
      flags.add("no commit");
    }
    return flags;
  }
}
