package dev.assay.runner.point;

import java.math.BigDecimal;
import java.util.Map;
import java.util.stream.Collectors;

/// The parameters of a point as `--point` carries them. Names are identifiers, so nothing is
/// escaped.
final class PointJson {
  private PointJson() {}

  /// As in `{"N":1024,"W":64}`, in the order of the signature; numbers keep every digit.
  ///
  /// @param params of a [Point]
  static String of(Map<String, BigDecimal> params) {
    return params.entrySet().stream()
        .map(entry -> "\"%s\":%s".formatted(entry.getKey(), number(entry.getValue())))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String number(BigDecimal value) {
    return value.scale() <= 0 && value.precision() - value.scale() <= 20
        ? value.toPlainString()
        : value.toString();
  }
}
