package dev.assay.core.wire;

import dev.assay.core.bundle.ElementType;
import dev.assay.core.bundle.Point;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.bundle.Signature;
import dev.assay.core.error.AssayException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// `manifest.json` of a point directory (DESIGN section 3), as `make` writes it and, without the
/// seeds, as a solution sees it.
///
/// @param point value of every parameter
/// @param derived value of every derived scalar
/// @param cases how many cases there are
/// @param seeds one per case, in its order; absent where a solution reads it
public record PointManifest(
    Map<String, BigDecimal> point,
    Map<String, BigDecimal> derived,
    int cases,
    @Nullable List<Long> seeds) {
  private static final BundleJson FILE = new BundleJson("make", "manifest.json");
  private static final int MAX_CASES = 1_000_000;

  public PointManifest {
    point = Collections.unmodifiableMap(new LinkedHashMap<>(point));
    derived = Collections.unmodifiableMap(new LinkedHashMap<>(derived));
    seeds = seeds == null ? null : List.copyOf(seeds);
  }

  /// Reads what `make` wrote.
  ///
  /// @throws AssayException `BUNDLE_FAILED` with a sentence that says what does not fit
  public static PointManifest parse(byte[] json) {
    JsonNode root = FILE.object(json);
    FILE.requireOnlyKeys(root, new TreeSet<>(Set.of("point", "derived", "cases", "seeds")), "it");
    JsonNode derived = root.get("derived");
    return new PointManifest(
        FILE.requireNumbers(FILE.requireKey(root, "point", "it"), "point"),
        derived == null ? Map.of() : FILE.requireNumbers(derived, "derived"),
        (int) FILE.requireIndex(FILE.requireKey(root, "cases", "it"), MAX_CASES, "cases"),
        seeds(FILE.requireKey(root, "seeds", "it")));
  }

  private static List<Long> seeds(JsonNode node) {
    if (!node.isArray()) {
      throw FILE.fault("seeds is no array but %s".formatted(BundleJson.shown(node)));
    }
    var seeds = new ArrayList<Long>();
    for (JsonNode seed : node) {
      seeds.add(FILE.requireIndex(seed, Seeds.MAX, "seeds[%d]".formatted(seeds.size())));
    }
    return seeds;
  }

  /// Refuses a manifest that is not the one that was asked for.
  ///
  /// @param asked the point that `make` was asked for
  /// @param askedSeeds the seeds that it was asked for, in order
  /// @throws AssayException `BUNDLE_FAILED` with a sentence that says what differs
  public void requireFits(Point asked, Signature signature, List<Long> askedSeeds) {
    requireSameNames("point", point.keySet(), asked.params().keySet());
    asked.params().forEach(this::requireParameter);
    requireSameNames("derived", derived.keySet(), signature.derivedScalars().keySet());
    signature.derivedScalars().forEach(this::requireInRange);
    if (cases != askedSeeds.size()) {
      throw FILE.fault("cases is %d, %d were asked for".formatted(cases, askedSeeds.size()));
    }
    if (!askedSeeds.equals(seeds)) {
      throw FILE.fault(
          "the seeds differ from those that were asked for%s"
              .formatted(firstDifference(askedSeeds)));
    }
  }

  private void requireParameter(String name, BigDecimal value) {
    BigDecimal written = point.get(name);
    if (written == null || written.compareTo(value) != 0) {
      throw FILE.fault("point.%s is %s, the point has %s".formatted(name, written, value));
    }
  }

  private void requireInRange(String name, ElementType type) {
    BigDecimal value = derived.get(name);
    if (value == null || !type.holds(value)) {
      throw FILE.fault("derived.%s is %s, which is no %s".formatted(name, value, type.text()));
    }
  }

  private static void requireSameNames(String what, Set<String> written, Set<String> due) {
    if (!written.equals(due)) {
      throw FILE.fault(
          "%s names %s, due are %s"
              .formatted(
                  what, Text.bounded(new TreeSet<>(written).toString(), 200), new TreeSet<>(due)));
    }
  }

  private String firstDifference(List<Long> askedSeeds) {
    List<Long> written = seeds == null ? List.of() : seeds;
    for (int i = 0; i < Math.min(written.size(), askedSeeds.size()); i++) {
      if (!written.get(i).equals(askedSeeds.get(i))) {
        return ": seeds[%d] is %d, asked for was %d"
            .formatted(i, written.get(i), askedSeeds.get(i));
      }
    }
    return ": %d are listed, asked for were %d".formatted(written.size(), askedSeeds.size());
  }

  /// The parameters and derived scalars that dimensions can name: integers of 63 bits.
  public Map<String, Long> integers() {
    var integers = new LinkedHashMap<String, Long>();
    var all = new LinkedHashMap<>(point);
    all.putAll(derived);
    all.forEach((name, value) -> {
      if (ElementType.I64.holds(value)) {
        integers.put(name, value.longValueExact());
      }
    });
    return Collections.unmodifiableMap(integers);
  }

  /// The manifest as a solution sees it.
  public PointManifest withoutSeeds() {
    return new PointManifest(point, derived, cases, null);
  }

  /// The content of the file.
  public String toJson() {
    return JsonCodec.toLine(this) + "\n";
  }
}
