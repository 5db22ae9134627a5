package dev.assay.core.encrypted;

import dev.assay.core.run.EncryptedPoint.Security;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalInt;

/// Holds an author's parameters against the table of the homomorphic encryption standard, before
/// anything is built or measured.
public final class SecurityFloor {
  private static final BigInteger MOST_SHOWN = BigInteger.valueOf(Long.MAX_VALUE);

  private SecurityFloor() {}

  /// What the table says of parameters.
  public sealed interface Verdict {
    /// They reach what the bundle asks for.
    record Accepted(Security security) implements Verdict {}

    /// They do not, or the table says nothing of them.
    ///
    /// @param reason one sentence with the numbers, for the author
    record Refused(String reason) implements Verdict {}
  }

  /// Judges parameters.
  ///
  /// @param requiredBits security that the bundle asks for: 128, 192 or 256
  /// @param ringDegree of the ring
  /// @param modulusBits of the primes of the ciphertext modulus, or of the whole of it as one
  public static Verdict judge(
      int requiredBits, BigInteger ringDegree, List<BigInteger> modulusBits) {
    if (ringDegree.bitLength() >= Long.SIZE || !SecurityTable.covers(ringDegree.longValue())) {
      return refused(
          "the standard's table has no ring degree %s, so nobody can say how secure they are; it has %s"
              .formatted(ringDegree, SecurityTable.degrees()));
    }
    if (modulusBits.isEmpty() || modulusBits.stream().anyMatch(bits -> bits.signum() <= 0)) {
      return refused("bits of a modulus are above 0, and these are %s".formatted(modulusBits));
    }
    return judge(
        requiredBits,
        ringDegree.longValue(),
        modulusBits.stream().reduce(BigInteger.ZERO, BigInteger::add).min(MOST_SHOWN).longValue());
  }

  private static Verdict judge(int requiredBits, long ringDegree, long modulusBits) {
    OptionalInt most = SecurityTable.mostModulusBits(ringDegree, requiredBits);
    if (most.isEmpty()) {
      return refused(
          "the standard's table has no column for %d bits of security; it has %s"
              .formatted(requiredBits, SecurityTable.levels()));
    }
    if (modulusBits > most.getAsInt()) {
      return refused(
          "%d bits of modulus at ring degree %d; for %d bits of security the standard's table allows %d at most"
              .formatted(modulusBits, ringDegree, requiredBits, most.getAsInt()));
    }
    return new Verdict.Accepted(
        new Security(
            requiredBits,
            SecurityTable.reached(ringDegree, modulusBits).orElseThrow(),
            ringDegree,
            modulusBits,
            most.getAsInt()));
  }

  private static Verdict refused(String why) {
    return new Verdict.Refused("the parameters are refused: " + why);
  }
}
