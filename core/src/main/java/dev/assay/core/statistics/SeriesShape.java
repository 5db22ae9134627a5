package dev.assay.core.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// What the times of one process's iterations do over its life.
///
/// The method of E. Barrett, C. F. Bolz-Tereick, R. Killick, S. Mount, L. Tratt, "Virtual Machine
/// Warmup Blows Hot and Cold", OOPSLA 2017, as krun and warmup_stats have it: change points of mean
/// and variance cut the series into segments; segments whose means are near that of the last one
/// are equivalent to it; when the last quarter of the series (500 of their 2,000 iterations) is
/// equivalent, the process became steady; when no earlier segment was faster, it warmed up.
///
/// Three things differ. Near is 1 % of the last segment's mean, or what noise explains (four
/// standard errors, of the larger variance of the two): theirs, a millisecond or the variance, fits
/// iterations of a second only. Outliers, which are left out before change points are looked for,
/// are at most two in a row and never the first iteration. And iterations at the start that are as
/// far off as outliers are a segment of their own, however few they are, so that one slow first
/// iteration is a warm-up.
///
/// @param kind what that amounts to
/// @param segments in the order of the series, at least one
/// @param outliers places of iterations that were left out, from 0
/// @param steadyFrom the first iteration of the steady state; the number of iterations where there
///   is none
/// @param steadyMean seconds, outliers left out; NaN where there is no steady state
public record SeriesShape(
    Kind kind, List<Segment> segments, List<Integer> outliers, int steadyFrom, double steadyMean) {
  /// Fewer iterations say nothing.
  public static final int MIN_ITERATIONS = 20;

  /// More than this take too long to look at.
  public static final int MAX_ITERATIONS = 20_000;

  /// The share of the last segment's mean by which another mean may differ.
  static final double TOLERANCE = 0.01;

  /// Standard errors that noise explains: many, since segments are cut where they differ most.
  static final double STANDARD_ERRORS = 4;

  /// The share of the series that has to be steady at its end.
  static final double STEADY_SHARE = 0.25;

  /// Differences below this share of the median are nobody's business.
  private static final double RESOLUTION = 0.001;

  public SeriesShape {
    segments = List.copyOf(segments);
    outliers = List.copyOf(outliers);
  }

  /// What a series does.
  public enum Kind {
    /// Every iteration costs the same.
    FLAT("flat"),
    /// It becomes faster, and then stays so.
    WARMUP("warming up"),
    /// It was faster before, and then stays slow.
    SLOWDOWN("slowing down"),
    /// It does not stay at one time.
    NEVER_STEADY("never steady");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /// For people.
    public String words() {
      return words;
    }

    public boolean isSteady() {
      return this != NEVER_STEADY;
    }
  }

  /// Iterations between two changes.
  ///
  /// @param from the first of them, from 0
  /// @param to the first that does not belong to it
  /// @param meanSeconds outliers left out
  /// @param variance of the same, in square seconds
  public record Segment(int from, int to, double meanSeconds, double variance) {
    int size() {
      return to - from;
    }
  }

  /// @param seconds of each iteration in order, all above 0 and finite, `MIN_ITERATIONS` at least
  ///   and `MAX_ITERATIONS` at most
  /// @throws IllegalArgumentException for others
  public static SeriesShape of(List<Double> seconds) {
    require(seconds);
    double[] values = seconds.stream().mapToDouble(Double::doubleValue).toArray();
    boolean[] isFar = Outliers.far(values);
    boolean[] isOutlier = Outliers.mark(isFar);
    List<Segment> segments = segments(values, isOutlier, Outliers.atStart(isFar));
    Segment last = segments.getLast();
    int steadyFrom = steadyFrom(segments, last);
    Kind kind = kind(segments, last, steadyFrom, values.length);
    return new SeriesShape(
        kind,
        segments,
        places(isOutlier),
        kind.isSteady() ? steadyFrom : values.length,
        kind.isSteady() ? mean(values, isOutlier, steadyFrom) : Double.NaN);
  }

  private static void require(List<Double> seconds) {
    if (seconds.size() < MIN_ITERATIONS || seconds.size() > MAX_ITERATIONS) {
      throw new IllegalArgumentException(
          "a series has %d to %d iterations, and not %d"
              .formatted(MIN_ITERATIONS, MAX_ITERATIONS, seconds.size()));
    }
    for (double value : seconds) {
      if (!(value > 0) || Double.isInfinite(value)) {
        throw new IllegalArgumentException(
            "an iteration takes more than 0 seconds, and not " + value);
      }
    }
  }

  private static List<Segment> segments(double[] values, boolean[] isOutlier, int slowStart) {
    int[] places = IntStream.range(slowStart, values.length).filter(i -> !isOutlier[i]).toArray();
    double[] kept = Arrays.stream(places).mapToDouble(i -> values[i]).toArray();
    double resolution = RESOLUTION * median(kept);
    var segments = new ArrayList<Segment>();
    if (slowStart > 0) {
      segments.add(segment(0, slowStart, Arrays.copyOf(values, slowStart)));
    }
    int start = 0;
    var ends = new ArrayList<>(ChangePoints.find(kept, resolution * resolution));
    ends.add(kept.length);
    for (int end : ends) {
      int from = segments.isEmpty() ? 0 : segments.getLast().to();
      int to = end == kept.length ? values.length : places[end];
      segments.add(segment(from, to, Arrays.copyOfRange(kept, start, end)));
      start = end;
    }
    return segments;
  }

  private static double median(double[] values) {
    return SortedSample.of(Arrays.stream(values).boxed().toList()).median();
  }

  private static Segment segment(int from, int to, double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double variance =
        Arrays.stream(values).map(value -> (value - mean) * (value - mean)).average().orElseThrow();
    return new Segment(from, to, mean, variance);
  }

  private static boolean isEquivalent(Segment one, Segment last) {
    return Math.abs(one.meanSeconds() - last.meanSeconds()) <= tolerance(one, last);
  }

  private static double tolerance(Segment one, Segment last) {
    double variance = Math.max(one.variance(), last.variance());
    double error = Math.sqrt(variance * (1.0 / one.size() + 1.0 / last.size()));
    return Math.max(TOLERANCE * last.meanSeconds(), STANDARD_ERRORS * error);
  }

  private static int steadyFrom(List<Segment> segments, Segment last) {
    int from = last.from();
    for (Segment segment : segments.reversed()) {
      if (!isEquivalent(segment, last)) {
        return from;
      }
      from = segment.from();
    }
    return from;
  }

  private static Kind kind(List<Segment> segments, Segment last, int steadyFrom, int size) {
    if (steadyFrom == 0) {
      return Kind.FLAT;
    }
    if (steadyFrom > size - STEADY_SHARE * size) {
      return Kind.NEVER_STEADY;
    }
    boolean wasFaster =
        segments.stream()
            .anyMatch(segment -> segment.meanSeconds() < (1 - TOLERANCE) * last.meanSeconds());
    return wasFaster ? Kind.SLOWDOWN : Kind.WARMUP;
  }

  private static double mean(double[] values, boolean[] isOutlier, int from) {
    return IntStream.range(from, values.length)
        .filter(i -> !isOutlier[i])
        .mapToDouble(i -> values[i])
        .average()
        .orElseThrow();
  }

  private static List<Integer> places(boolean[] marked) {
    return IntStream.range(0, marked.length).filter(i -> marked[i]).boxed().toList();
  }
}
