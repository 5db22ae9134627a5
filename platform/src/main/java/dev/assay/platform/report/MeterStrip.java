package dev.assay.platform.report;

import dev.assay.core.encrypted.EncryptedWords;
import dev.assay.core.encrypted.Meter;
import dev.assay.core.run.Status;
import dev.assay.core.text.NumberText;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A meter over the cases of a point, in the order in which they were handed over.
///
/// @param title what is drawn
/// @param label everything in one sentence, for those who do not see it
/// @param marks one for each case, where they are not too many
/// @param dots one path for each shape, where they are; the drawing is 1000 wide
/// @param worst height of the line of the worst
public record MeterStrip(
    String title,
    String label,
    List<Tick> ticks,
    List<Mark> marks,
    List<SeedStrip.Dots> dots,
    String worst) {
  /// Height of the drawing in pixels.
  public static final int HEIGHT = 96;

  private static final int MOST_MARKS = 30;
  private static final int EDGE = 8;

  /// Where zero means that nothing is left, the axis begins there.
  private static final Set<String> FROM_ZERO = Set.of(Meter.NOISE_BUDGET, Meter.LEVEL);

  /// Those that are drawn, the first that a point has of them.
  private static final List<String> DRAWN = List.of(Meter.NOISE_BUDGET, Meter.WORST_PRECISION);

  /// @param y in pixels
  public record Tick(String y, String text) {}

  /// @param shape id of the drawn shape
  /// @param x in percent
  /// @param y in pixels
  public record Mark(String shape, String x, String y, String title) {}

  /// Those of a point: the noise budget and the precision, where their values differ.
  public static List<MeterStrip> of(List<Meter> meters) {
    return meters.stream()
        .filter(one -> DRAWN.contains(one.name()) && one.values().size() > 1)
        .map(MeterStrip::of)
        .toList();
  }

  private static MeterStrip of(Meter meter) {
    return new Drawing(meter, axis(meter)).strip();
  }

  private static Axis axis(Meter meter) {
    DoubleSummaryStatistics values =
        meter.values().stream().mapToDouble(Meter.Value::value).summaryStatistics();
    if (FROM_ZERO.contains(meter.name()) && values.getMin() >= 0) {
      return new Axis(false, 0, Math.max(1, values.getMax() * 1.08));
    }
    Axis axis = Axis.over(values);
    return new Axis(false, axis.from(), axis.to());
  }

  private record Drawing(Meter meter, Axis axis) {
    MeterStrip strip() {
      boolean isDense = meter.values().size() > MOST_MARKS;
      double worst = worst();
      return new MeterStrip(
          EncryptedWords.meter(meter.name()),
          label(worst),
          axis.ticks().stream().map(one -> new Tick(y(one), NumberText.of(one))).toList(),
          isDense ? List.of() : marks(),
          isDense ? dots() : List.of(),
          y(worst));
    }

    private double worst() {
      return meter
          .least()
          .orElseGet(
              () -> meter.values().stream().mapToDouble(Meter.Value::value).min().orElseThrow());
    }

    private String label(double worst) {
      return "%s over %d cases in the order of hand-over: %s at worst%s."
          .formatted(
              EncryptedWords.meter(meter.name()),
              meter.values().size(),
              NumberText.of(worst),
              axis.from() == 0 ? "" : "; the axis does not begin at zero");
    }

    private List<Mark> marks() {
      var marks = new ArrayList<Mark>();
      for (Meter.Value one : meter.values()) {
        String status = one.status() == Status.OK ? "" : ", " + one.status().text();
        marks.add(
            new Mark(
                shape(one),
                String.format(Locale.ROOT, "%.1f%%", 100 * x(marks.size())),
                y(one.value()),
                "case %d: %s%s".formatted(one.index(), NumberText.of(one.value()), status)));
      }
      return marks;
    }

    private List<SeedStrip.Dots> dots() {
      var paths = new TreeMap<String, List<String>>();
      for (int i = 0; i < meter.values().size(); i++) {
        Meter.Value one = meter.values().get(i);
        paths
            .computeIfAbsent(shape(one), key -> new ArrayList<>())
            .add("M%d %sh0".formatted(Math.round(1_000 * x(i)), y(one.value())));
      }
      return paths.entrySet().stream()
          .map(entry ->
              new SeedStrip.Dots(
                  entry.getKey(),
                  entry.getValue().stream().distinct().collect(Collectors.joining())))
          .toList();
    }

    private double x(int place) {
      return (place + 0.5) / meter.values().size();
    }

    private static String shape(Meter.Value one) {
      return one.status() == Status.OK ? one.kind().text() : "odd";
    }

    private String y(double value) {
      double share = axis.percent(value) / 100;
      return String.format(Locale.ROOT, "%.1f", EDGE + (1 - share) * (HEIGHT - 2 * EDGE));
    }
  }

  /// What every meter comes to, in facts.
  public static List<Fact> facts(List<Meter> meters) {
    var facts = new Fact.Facts();
    for (Meter one : meters) {
      facts.add(EncryptedWords.meter(one.name()), summary(one));
    }
    return facts.list();
  }

  private static @Nullable String summary(Meter one) {
    if (one.least().isEmpty()) {
      return null;
    }
    return one.name().equals(Meter.MEAN_PRECISION)
        ? NumberText.of(one.mean().orElseThrow())
        : NumberText.of(one.least().orElseThrow()) + " at worst";
  }
}
