package dev.assay.platform.report;

import dev.assay.core.run.MemorySample;
import dev.assay.core.run.ProcessResult;
import dev.assay.core.unit.DataSize;
import dev.assay.core.unit.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The memory of a process over time. The drawing is 1000 wide and 100 high.
///
/// @param area outline of anonymous, shared and kernel memory together
/// @param cache line of the page cache on top of it
/// @param limitY height of the limit's line; above the drawing's top when it is off the scale
/// @param limitText the limit in words, and that it is off the scale where it is
/// @param topText what the top of the drawing stands for
/// @param endText when the last sample was taken
/// @param label everything in one sentence, for those who do not see it
public record MemoryChart(
    String area,
    String cache,
    String limitY,
    boolean isLimitOffScale,
    String limitText,
    String topText,
    String endText,
    String label) {
  /// The limit is drawn to scale when it is at most so many times the highest sample.
  private static final double OFF_SCALE = 4;

  private static final int MAX_POINTS = 200;
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 100;

  /// Absent when there are fewer than two samples.
  public static @Nullable MemoryChart find(@Nullable ProcessResult process) {
    return find(process, MAX_POINTS);
  }

  /// As above, with fewer points where drawings stand beside each other.
  ///
  /// @param most points, at least 2
  public static @Nullable MemoryChart find(@Nullable ProcessResult process, int most) {
    return process == null || process.memory().size() < 2
        ? null
        : new Drawing(thinned(process.memory(), most), process.evidence().memoryLimitBytes())
            .chart();
  }

  /// Why there is no drawing of a process that was there, in a sentence; else empty.
  public static String whyNone(@Nullable ProcessResult process) {
    return process == null || process.memory().size() >= 2
        ? ""
        : "The process was over before a profile could be drawn: %d %s."
            .formatted(
                process.memory().size(), process.memory().size() == 1 ? "sample" : "samples");
  }

  /// At least two samples.
  public static MemoryChart of(List<MemorySample> samples, long limitBytes) {
    return new Drawing(thinned(samples, MAX_POINTS), limitBytes).chart();
  }

  private static long resident(MemorySample sample) {
    return sample.anonymousBytes() + sample.sharedBytes() + sample.kernelBytes();
  }

  /// Of each stretch the sample with the most memory.
  private static List<MemorySample> thinned(List<MemorySample> samples, int most) {
    int stretch = (samples.size() + most - 1) / most;
    var kept = new ArrayList<MemorySample>();
    for (int i = 0; i < samples.size(); i += stretch) {
      MemorySample highest = samples.get(i);
      for (MemorySample sample : samples.subList(i, Math.min(i + stretch, samples.size()))) {
        highest = resident(sample) > resident(highest) ? sample : highest;
      }
      kept.add(highest);
    }
    return kept;
  }

  private record Drawing(List<MemorySample> samples, long limitBytes) {
    MemoryChart chart() {
      long highest = samples.stream().mapToLong(MemoryChart::resident).max().orElse(0);
      long withCache =
          samples.stream()
              .mapToLong(sample -> resident(sample) + sample.fileBytes())
              .max()
              .orElse(0);
      boolean isOff = limitBytes > OFF_SCALE * Math.max(withCache, 1);
      double top = Math.max(1.0, 1.08 * (isOff ? withCache : Math.max(withCache, limitBytes)));
      String limit = DataSize.ofBytes(limitBytes).toText();
      String end = DurationText.ofSeconds(last() / 1e9);
      return new MemoryChart(
          area(top),
          path(top, true),
          coordinate(isOff ? 1 : y(limitBytes, top)),
          isOff,
          "limit %s%s".formatted(limit, isOff ? ", off the scale" : ""),
          DataSize.ofBytes(Math.round(top)).toText(),
          end,
          "Memory over %s: at most %s in a sample, the limit is %s."
              .formatted(end, DataSize.ofBytes(highest).toText(), limit));
    }

    private long last() {
      return Math.max(1, samples.getLast().atNanos());
    }

    private String area(double top) {
      return "M%s %d%sL%d %dZ"
          .formatted(
              coordinate(x(samples.getFirst())),
              HEIGHT,
              path(top, false).replaceFirst("M", "L"),
              WIDTH,
              HEIGHT);
    }

    private String path(double top, boolean withCache) {
      var path = new StringBuilder();
      for (MemorySample sample : samples) {
        long bytes = resident(sample) + (withCache ? sample.fileBytes() : 0);
        path.append(path.isEmpty() ? "M" : "L")
            .append(coordinate(x(sample)))
            .append(' ')
            .append(coordinate(y(bytes, top)));
      }
      return path.toString();
    }

    private double x(MemorySample sample) {
      return WIDTH * (sample.atNanos() / (double) last());
    }

    private static double y(long bytes, double top) {
      return HEIGHT * (1 - bytes / top);
    }

    private static String coordinate(double value) {
      String text = String.format(Locale.ROOT, "%.1f", value);
      return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
  }
}
