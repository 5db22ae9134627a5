package dev.assay.platform.page.chart;

import dev.assay.core.bundle.Point;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Points of a bundle that differ in one parameter and in nothing else.
///
/// @param parameter in which they differ
/// @param points ascending by it, at least two, each of another positive value
record Family(String parameter, List<Point> points) {
  Family {
    points = List.copyOf(points);
  }

  /// The families that a point belongs to, the largest first.
  static List<Family> of(List<Point> all, Point point) {
    var families = new ArrayList<Family>();
    for (String parameter : point.params().keySet()) {
      family(all, point, parameter).ifPresent(families::add);
    }
    families.sort(Comparator.comparingInt((Family one) -> -one.points().size()));
    return families;
  }

  private static Optional<Family> family(List<Point> all, Point point, String parameter) {
    var seen = new HashSet<BigDecimal>();
    Map<String, BigDecimal> others = without(point, parameter);
    List<Point> points =
        all.stream()
            .filter(one -> one.params().containsKey(parameter))
            .filter(one -> valueOf(one, parameter).signum() > 0)
            .filter(one -> without(one, parameter).equals(others))
            .sorted(Comparator.comparing((Point one) -> valueOf(one, parameter)))
            .filter(one -> seen.add(valueOf(one, parameter).stripTrailingZeros()))
            .toList();
    return points.size() < 2 ? Optional.empty() : Optional.of(new Family(parameter, points));
  }

  private static BigDecimal valueOf(Point point, String parameter) {
    return Objects.requireNonNull(point.params().get(parameter));
  }

  private static Map<String, BigDecimal> without(Point point, String parameter) {
    var others = new LinkedHashMap<String, BigDecimal>();
    point
        .params()
        .forEach((name, value) -> {
          if (!name.equals(parameter)) {
            others.put(name, value.stripTrailingZeros());
          }
        });
    return others;
  }

  double value(Point point) {
    return valueOf(point, parameter).doubleValue();
  }
}
