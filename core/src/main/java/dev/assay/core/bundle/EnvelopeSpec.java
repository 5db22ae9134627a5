package dev.assay.core.bundle;

import dev.assay.core.unit.DataSize;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a bundle says of its envelope, under the protocol `encrypted`. The envelope is the part
/// that alone holds the secret key: it makes keys, encrypts and decrypts.
///
/// @param language of the client's half, which picks its harness
/// @param scheme of its ciphertexts
/// @param packing type of the elements of the vectors that are encrypted: `f64`, `i64` or `u64`
/// @param securityBits that parameters must reach at least against a classical attacker: 128, 192
///   or 256
/// @param config types of the keys that `config.jsonc` may have, by name, all of them required
/// @param ringDegreeKey which of them is the ring's degree
/// @param modulusKey which of them has the bits of the ciphertext modulus: one number, or a list of
///   those of its primes, the ones for key switching included
/// @param limits of its stages
/// @param mostCiphertexts that a server may give back for one case
/// @param build the command that builds the client's half; absent for the default of its language
public record EnvelopeSpec(
    String language,
    EncryptionScheme scheme,
    ElementType packing,
    int securityBits,
    Map<String, ConfigType> config,
    String ringDegreeKey,
    String modulusKey,
    StageLimits limits,
    int mostCiphertexts,
    @Nullable String build) {
  /// What a server may give back for one case where a bundle says nothing.
  public static final int MOST_CIPHERTEXTS = 64;

  public EnvelopeSpec {
    config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
  }

  /// An envelope that says nothing of its build and of how many ciphertexts may come back.
  public EnvelopeSpec(
      String language,
      EncryptionScheme scheme,
      ElementType packing,
      int securityBits,
      Map<String, ConfigType> config,
      String ringDegreeKey,
      String modulusKey,
      StageLimits limits) {
    this(
        language,
        scheme,
        packing,
        securityBits,
        config,
        ringDegreeKey,
        modulusKey,
        limits,
        MOST_CIPHERTEXTS,
        null);
  }

  /// The type of a value of `config.jsonc`.
  ///
  /// @param element of one number, or of each in a list; absent for text
  /// @param isList whether it is a list
  public record ConfigType(@Nullable ElementType element, boolean isList) {
    /// As a manifest writes it: `u32`, `u32[]`, `text` or `text[]`.
    public String text() {
      return (element == null ? "text" : element.text()) + (isList ? "[]" : "");
    }
  }

  /// Limits of the stages around the server's, each as wall time.
  ///
  /// @param keygen once per point
  /// @param encode one case
  /// @param encrypt one case
  /// @param decrypt one case
  /// @param decode one case
  /// @param memory of the envelope's process
  public record StageLimits(
      Duration keygen,
      Duration encode,
      Duration encrypt,
      Duration decrypt,
      Duration decode,
      DataSize memory) {}
}
