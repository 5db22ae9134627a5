package dev.assay.core.wire;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Reads a file that a bundle's command wrote; whatever does not fit is the bundle's error.
///
/// @param command `make` or `verify`
/// @param file name of the file in the point directory
record BundleJson(String command, String file) {
  private static final int MAX_SHOWN = 80;
  private static final int MAX_EXPONENT = 400;

  JsonNode object(byte[] json) {
    return switch (StrictJson.parse(json)) {
      case StrictJson.Parsed.Malformed(String reason) -> throw fault(reason);
      case StrictJson.Parsed.Tree(JsonNode root) -> requireObject(root, "it");
    };
  }

  JsonNode requireObject(JsonNode node, String what) {
    if (!node.isObject()) {
      throw fault("%s is no object but %s".formatted(what, shown(node)));
    }
    return node;
  }

  JsonNode requireKey(JsonNode object, String key, String what) {
    JsonNode value = object.get(key);
    if (value == null) {
      throw fault("%s has no \"%s\"".formatted(what, key));
    }
    return value;
  }

  void requireOnlyKeys(JsonNode object, Set<String> allowed, String what) {
    Collection<String> names = object.propertyNames();
    for (String name : names) {
      if (!allowed.contains(name)) {
        throw fault(
            "%s has an unknown key \"%s\"; known there are %s"
                .formatted(what, Text.bounded(name, MAX_SHOWN), String.join(", ", allowed)));
      }
    }
  }

  /// A whole number from 0 to `max`.
  long requireIndex(JsonNode node, long max, String what) {
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw fault("%s is no whole number but %s".formatted(what, shown(node)));
    }
    long value = node.longValue();
    if (value < 0 || value > max) {
      throw fault("%s is %d, allowed are 0 to %d".formatted(what, value, max));
    }
    return value;
  }

  /// A decimal by name, in the order of the file.
  Map<String, BigDecimal> requireNumbers(JsonNode node, String what) {
    var numbers = new LinkedHashMap<String, BigDecimal>();
    for (Map.Entry<String, JsonNode> entry : requireObject(node, what).properties()) {
      String name = "%s.%s".formatted(what, Text.bounded(entry.getKey(), MAX_SHOWN));
      numbers.put(entry.getKey(), requireNumber(entry.getValue(), name));
    }
    return Collections.unmodifiableMap(numbers);
  }

  private BigDecimal requireNumber(JsonNode node, String what) {
    if (!node.isNumber()) {
      throw fault("%s is no number but %s".formatted(what, shown(node)));
    }
    BigDecimal value = node.decimalValue();
    if (Math.abs((long) value.scale()) > MAX_EXPONENT) {
      throw fault("%s is %s, an exponent beyond %d".formatted(what, shown(node), MAX_EXPONENT));
    }
    return value;
  }

  /// @param reason a sentence without a full stop
  AssayException fault(String reason) {
    return new AssayException(
        ErrorCode.BUNDLE_FAILED,
        "%s wrote a %s that cannot be used: %s".formatted(command, file, reason));
  }

  static String shown(JsonNode node) {
    return Text.bounded(node.toString(), MAX_SHOWN);
  }
}
