package dev.assay.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// `parameters.json`, where an envelope says what it made keys for.
///
/// @param ringDegree of the ring
/// @param modulusBits of the whole ciphertext modulus
public record ReportedParameters(long ringDegree, long modulusBits) {
  private static final BundleJson FILE = new BundleJson("the envelope's keygen", "parameters.json");
  private static final long MOST = 1L << 40;

  /// Reads what an envelope wrote: `{"ring_degree":4096,"modulus_bits":[36,36,37]}`.
  ///
  /// @throws dev.assay.core.error.AssayException `BUNDLE_FAILED` with a sentence that says what
  ///   does not fit
  public static ReportedParameters parse(byte[] json) {
    JsonNode root = FILE.object(json);
    FILE.requireOnlyKeys(root, new TreeSet<>(Set.of("ring_degree", "modulus_bits")), "it");
    return new ReportedParameters(
        FILE.requireIndex(FILE.requireKey(root, "ring_degree", "it"), MOST, "ring_degree"),
        bits(FILE.requireKey(root, "modulus_bits", "it")).stream()
            .mapToLong(Long::longValue)
            .sum());
  }

  private static List<Long> bits(JsonNode node) {
    if (!node.isArray()) {
      throw FILE.fault("modulus_bits is no array but %s".formatted(BundleJson.shown(node)));
    }
    var bits = new ArrayList<Long>();
    for (JsonNode one : node) {
      bits.add(FILE.requireIndex(one, 1 << 20, "modulus_bits[%d]".formatted(bits.size())));
    }
    return bits;
  }
}
