package dev.assay.core.wire;

import dev.assay.core.error.AssayException;
import dev.assay.core.run.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// `verdicts.json` of a point directory, as `verify` writes it: one row per case, in any order.
///
/// @param cases what was said of case 0, 1, …
public record Verdicts(List<Verification> cases) {
  /// The longest note that is kept, in code points.
  public static final int MAX_NOTE = 1_000;

  /// The most metrics that a case may have.
  public static final int MAX_METRICS = 64;

  private static final BundleJson FILE = new BundleJson("verify", "verdicts.json");
  private static final Pattern METRIC = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
  private static final Set<String> ROW_KEYS =
      new TreeSet<>(Set.of("i", "passed", "metrics", "note"));

  public Verdicts {
    cases = List.copyOf(cases);
  }

  /// Reads what `verify` wrote.
  ///
  /// @param count how many cases there are
  /// @throws AssayException `BUNDLE_FAILED` with a sentence that says what does not fit: a case
  ///   judged twice, not at all or out of range, a number that is not finite, an unknown key
  public static Verdicts parse(byte[] json, int count) {
    JsonNode root = FILE.object(json);
    FILE.requireOnlyKeys(root, Set.of("cases"), "it");
    JsonNode rows = FILE.requireKey(root, "cases", "it");
    if (!rows.isArray()) {
      throw FILE.fault("cases is no array but %s".formatted(BundleJson.shown(rows)));
    }
    var judged = new @Nullable Verification[count];
    int position = 0;
    for (JsonNode row : rows) {
      String what = "cases[%d]".formatted(position++);
      FILE.requireOnlyKeys(FILE.requireObject(row, what), ROW_KEYS, what);
      int index = index(FILE.requireKey(row, "i", what), count, what);
      if (judged[index] != null) {
        throw FILE.fault("%s judges case %d a second time".formatted(what, index));
      }
      judged[index] = verification(row, what);
    }
    return new Verdicts(requireAll(judged));
  }

  private static int index(JsonNode node, int count, String what) {
    if (count == 0) {
      throw FILE.fault("%s judges a case, there are none".formatted(what));
    }
    return (int) FILE.requireIndex(node, count - 1L, what + ".i");
  }

  private static Verification verification(JsonNode row, String what) {
    JsonNode passed = FILE.requireKey(row, "passed", what);
    if (!passed.isBoolean()) {
      throw FILE.fault(
          "%s.passed is not true or false but %s".formatted(what, BundleJson.shown(passed)));
    }
    JsonNode note = row.get("note");
    if (note != null && !note.isString()) {
      throw FILE.fault("%s.note is no string but %s".formatted(what, BundleJson.shown(note)));
    }
    return new Verification(
        passed.booleanValue(),
        metrics(row.get("metrics"), what + ".metrics"),
        note == null ? "" : Text.bounded(note.stringValue(), MAX_NOTE));
  }

  private static Map<String, Double> metrics(@Nullable JsonNode node, String what) {
    if (node == null) {
      return Map.of();
    }
    if (FILE.requireObject(node, what).size() > MAX_METRICS) {
      throw FILE.fault(
          "%s has %d metrics, %d are allowed".formatted(what, node.size(), MAX_METRICS));
    }
    var metrics = new TreeMap<String, Double>();
    node.properties().forEach(entry -> metrics.put(entry.getKey(), metric(entry, what)));
    return metrics;
  }

  private static Double metric(Map.Entry<String, JsonNode> entry, String what) {
    if (!METRIC.matcher(entry.getKey()).matches()) {
      throw FILE.fault(
          "%s has a metric \"%s\"; names are 1 to 64 letters, digits, '_', '.' and '-'"
              .formatted(what, Text.bounded(entry.getKey(), 80)));
    }
    JsonNode value = entry.getValue();
    if (!value.isNumber() || !Double.isFinite(Decimals.toDouble(value))) {
      throw FILE.fault(
          "%s.%s is no finite number but %s"
              .formatted(what, entry.getKey(), BundleJson.shown(value)));
    }
    return Decimals.toDouble(value);
  }

  private static List<Verification> requireAll(@Nullable Verification[] judged) {
    int[] missing =
        IntStream.range(0, judged.length).filter(index -> judged[index] == null).toArray();
    if (missing.length > 0) {
      throw FILE.fault(
          "%d of %d cases are judged; case %d is missing"
              .formatted(judged.length - missing.length, judged.length, missing[0]));
    }
    var all = new ArrayList<Verification>();
    for (Verification verification : judged) {
      if (verification != null) {
        all.add(verification);
      }
    }
    return all;
  }
}
