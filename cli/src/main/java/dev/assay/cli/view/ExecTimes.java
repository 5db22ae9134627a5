package dev.assay.cli.view;

import dev.assay.core.judge.Disturbance;
import dev.assay.core.run.Cost;
import dev.assay.core.run.Ending;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.statistics.SampleShape;
import dev.assay.core.text.CommandText;
import dev.assay.core.text.SafeText;
import dev.assay.core.unit.DurationText;
import dev.assay.runner.exec.Measurement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The repetitions of one command, and what their times say.
///
/// @param number 0 for the first command, 1 for the other
/// @param all repetitions that count, in order
/// @param timed those whose times are told: the ones that exited 0, or all when none did
record ExecTimes(int number, List<String> command, List<Measurement> all, List<Measurement> timed) {
  /// Fewer say nothing of each other.
  private static final int FEWEST = 5;

  /// A first repetition this much slower than the median of the others has found cold caches.
  private static final double SLOW_START = 1.1;

  /// As many widths of the middle half above its end lies what is an outlier (Tukey's far out).
  private static final double FAR_OUT = 3;

  /// An outlier is at least so much above the median, as a share of it.
  private static final double LEAST_FAR = 0.05;

  static ExecTimes of(int number, List<String> command, List<Measurement> all) {
    List<Measurement> successful = all.stream().filter(ExecTimes::isSuccess).toList();
    return new ExecTimes(number, command, all, successful.isEmpty() ? all : successful);
  }

  static boolean isSuccess(Measurement one) {
    return one.process().ending() instanceof Ending.Exited(int code) && code == 0;
  }

  String title() {
    return SafeText.oneLine(CommandText.of(command));
  }

  List<Double> walls() {
    return timed.stream().map(one -> one.process().cost().wallNanos() / 1e9).toList();
  }

  /// The known values of one number, in order.
  List<Double> values(Function<Cost, @Nullable Long> number) {
    return timed.stream()
        .map(Measurement::process)
        .map(ProcessResult::cost)
        .map(number)
        .filter(Objects::nonNull)
        .map(Long::doubleValue)
        .toList();
  }

  /// How many others certainly took time from.
  ///
  /// @param cpus processors that were measured on
  long disturbed(int cpus) {
    return timed.stream()
        .filter(one ->
            Disturbance.isDisturbed(one.process().cost().wallNanos(), one.certainNoise(cpus)))
        .count();
  }

  /// What to be careful about, in sentences.
  List<String> warnings(int warmups) {
    var warnings = new ArrayList<String>();
    exitCodesDiffer(warnings);
    List<Double> walls = walls();
    boolean isSlowStart = warmups == 0 && isSlowStart(walls);
    if (isSlowStart) {
      warnings.add(
          "the first repetition took %s, the others %s in the median: caches were cold; --warmup 1 leaves it out"
              .formatted(
                  DurationText.ofSeconds(walls.getFirst()),
                  DurationText.ofSeconds(median(walls.subList(1, walls.size())))));
    }
    long outliers = outliers(isSlowStart ? walls.subList(1, walls.size()) : walls);
    if (outliers > 0) {
      warnings.add(
          "%d of %d repetitions took far longer than the rest; other work on this machine does that"
              .formatted(outliers, walls.size()));
    }
    SampleShape.describe(walls).forEach(warnings::add);
    return warnings;
  }

  private void exitCodesDiffer(List<String> warnings) {
    var codes = new TreeMap<Integer, Integer>();
    for (Measurement one : all) {
      if (one.process().ending() instanceof Ending.Exited(int code)) {
        codes.merge(code, 1, Integer::sum);
      }
    }
    if (codes.size() > 1) {
      warnings.add("the command does not always exit with the same code");
    }
  }

  private static boolean isSlowStart(List<Double> walls) {
    if (walls.size() < FEWEST) {
      return false;
    }
    List<Double> others = walls.subList(1, walls.size());
    return walls.getFirst() > Collections.max(others)
        && walls.getFirst() > SLOW_START * median(others);
  }

  private static long outliers(List<Double> walls) {
    if (walls.size() < FEWEST) {
      return 0;
    }
    List<Double> sorted = walls.stream().sorted().toList();
    double upper = at(sorted, 0.75);
    double limit =
        Math.max(upper + FAR_OUT * (upper - at(sorted, 0.25)), at(sorted, 0.5) * (1 + LEAST_FAR));
    return walls.stream().filter(wall -> wall > limit).count();
  }

  static double median(List<Double> values) {
    return at(values.stream().sorted().toList(), 0.5);
  }

  /// The value at a share of the way through, between two in proportion.
  private static double at(List<Double> sorted, double share) {
    double place = share * (sorted.size() - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.size() - 1);
    return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
  }
}
