package dev.assay.core.bundle;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// One set of parameters that an implementation is measured at.
///
/// @param name `[A-Za-z0-9._-]{1,64}`, unique in its bundle
/// @param params a value for every parameter of the signature, in its order; exact decimals, so
///   that a u64 keeps all its digits
public record Point(String name, Map<String, BigDecimal> params) {
  public Point {
    params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
  }

  /// The name that a point has unless it says another: `N1024-W64`, names sorted.
  public static String defaultName(Map<String, BigDecimal> params) {
    return new TreeMap<>(params)
        .entrySet().stream()
            .map(entry -> entry.getKey() + entry.getValue().toPlainString())
            .collect(Collectors.joining("-"));
  }
}
