package dev.assay.platform.page.run;

import dev.assay.core.judge.Disturbance;
import dev.assay.core.run.CaseNoise;
import dev.assay.core.run.CaseResult;
import dev.assay.core.text.NumberText;
import dev.assay.platform.page.Texts;
import dev.assay.platform.report.Amount;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// What went on around the cases of a point, in the order of hand-over: a row of bars for each kind
/// of noise that there was. A drawing is 1000 wide and 30 high.
///
/// @param rows empty when nothing was seen, or nothing is known
/// @param isKnown whether anything is known
/// @param disturbed how many cases are disturbed
record NoiseChart(List<Row> rows, boolean isKnown, int disturbed) {
  private static final int MOST_BARS = 120;
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 30;

  NoiseChart {
    rows = List.copyOf(rows);
  }

  /// @param most what the highest bar stands for
  /// @param quiet bars of cases that are not disturbed
  /// @param disturbed bars of those that are
  record Row(String name, Amount most, String quiet, String disturbed) {}

  static NoiseChart of(Texts texts, List<CaseResult> cases) {
    var rows = new ArrayList<Row>();
    add(
        rows,
        texts.of("run.noise.others"),
        cases,
        one -> Disturbance.shareOfOthers(one).orElse(0),
        most -> new Amount(NumberText.percent(most), ""));
    addNanos(rows, texts.of("run.noise.steal"), cases, CaseNoise::stealNanos);
    addNanos(rows, texts.of("run.noise.cpu"), cases, CaseNoise::cpuPressureNanos);
    addNanos(rows, texts.of("run.noise.io"), cases, CaseNoise::ioPressureNanos);
    addNanos(rows, texts.of("run.noise.memory"), cases, CaseNoise::memoryPressureNanos);
    return new NoiseChart(
        rows,
        cases.stream().anyMatch(one -> one.noise() != null),
        (int) cases.stream().filter(Disturbance::isDisturbed).count());
  }

  /// A counter of a case's noise; absent where the machine does not tell.
  private interface Counter {
    @Nullable Long of(CaseNoise noise);
  }

  /// The value of the highest bar in words.
  private interface Shown {
    Amount of(double most);
  }

  private static void addNanos(
      List<Row> rows, String name, List<CaseResult> cases, Counter counter) {
    add(
        rows,
        name,
        cases,
        one -> {
          CaseNoise noise = one.noise();
          Long nanos = noise == null ? null : counter.of(noise);
          return nanos == null ? 0 : nanos;
        },
        most -> Amount.ofNanos((long) most));
  }

  private static void add(
      List<Row> rows,
      String name,
      List<CaseResult> cases,
      ToDoubleFunction<CaseResult> value,
      Shown shown) {
    double most = cases.stream().mapToDouble(value).max().orElse(0);
    if (most > 0) {
      rows.add(
          new Row(
              name,
              shown.of(most),
              bars(cases, value, most, false),
              bars(cases, value, most, true)));
    }
  }

  /// Of each stretch the highest.
  private static String bars(
      List<CaseResult> cases, ToDoubleFunction<CaseResult> value, double most, boolean disturbed) {
    int stretch = (cases.size() + MOST_BARS - 1) / MOST_BARS;
    double step = WIDTH / Math.ceil(cases.size() / (double) stretch);
    var path = new StringBuilder();
    for (int i = 0; i * stretch < cases.size(); i++) {
      List<CaseResult> part = cases.subList(i * stretch, Math.min(cases.size(), (i + 1) * stretch));
      double highest = part.stream().mapToDouble(value).max().orElse(0);
      long height = Math.round(HEIGHT * highest / most);
      if (height > 0 && part.stream().anyMatch(Disturbance::isDisturbed) == disturbed) {
        path.append("M%d %dv-%d".formatted(Math.round((i + 0.5) * step), HEIGHT, height));
      }
    }
    return path.toString();
  }
}
