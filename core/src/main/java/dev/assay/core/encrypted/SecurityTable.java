package dev.assay.core.encrypted;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// The table of the homomorphic encryption standard (M. Albrecht et al., “Homomorphic Encryption
/// Security Standard”, HomomorphicEncryption.org, November 2018, table 1): the most bits that the
/// ciphertext modulus may have, for a secret drawn uniformly from {-1, 0, 1} and an error of
/// standard deviation 3.2, against a classical attacker.
public final class SecurityTable {
  /// Most bits at 128, 192 and 256 bits of security, by the degree of the ring.
  private static final Map<Long, int[]> MOST =
      new TreeMap<>(
          Map.of(
              1024L, new int[] {27, 19, 14},
              2048L, new int[] {54, 37, 29},
              4096L, new int[] {109, 75, 58},
              8192L, new int[] {218, 152, 118},
              16384L, new int[] {438, 305, 237},
              32768L, new int[] {881, 611, 476}));

  private static final List<Integer> LEVELS = List.of(128, 192, 256);

  private SecurityTable() {}

  /// The levels that there are columns for, in bits of security, the weakest first.
  public static List<Integer> levels() {
    return LEVELS;
  }

  /// Whether there is a row for the degree of a ring.
  public static boolean covers(long ringDegree) {
    return MOST.containsKey(ringDegree);
  }

  /// The degrees that there are rows for, as a sentence shows them.
  public static String degrees() {
    return String.join(", ", MOST.keySet().stream().map(String::valueOf).toList());
  }

  /// The most bits that the modulus may have.
  ///
  /// @param securityBits 128, 192 or 256
  /// @return empty where the table says nothing
  public static OptionalInt mostModulusBits(long ringDegree, int securityBits) {
    int[] row = MOST.get(ringDegree);
    int place = LEVELS.indexOf(securityBits);
    return row == null || place < 0 ? OptionalInt.empty() : OptionalInt.of(row[place]);
  }

  /// The highest level that parameters reach.
  ///
  /// @return 256, 192, 128, or empty when they reach none or the table does not cover them
  public static Optional<Integer> reached(long ringDegree, long modulusBits) {
    for (int level : LEVELS.reversed()) {
      OptionalInt most = mostModulusBits(ringDegree, level);
      if (most.isPresent() && modulusBits > 0 && modulusBits <= most.getAsInt()) {
        return Optional.of(level);
      }
    }
    return Optional.empty();
  }
}
