package dev.assay.core.run;

import dev.assay.core.bundle.EncryptedMode;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a point under the protocol `encrypted` has beside its cases. Nothing in it is folded.
///
/// @param config what the author's `config.jsonc` says, as JSON without comments; absent where
///   there is none
/// @param security the parameters that were held against the table of the standard; absent where
///   the solution brings its own program
/// @param keys public ones that crossed to the server, in the order of their names
/// @param secretKeyBytes size of what stayed with the client; absent when no key was made
/// @param stages clocked once: `keygen`, `save-keys`, `load-keys`, `init`, as their process told
/// @param processes every process of the point beside `process`, which is the server's first
/// @param cases in the order of the cases of the point
public record EncryptedPoint(
    EncryptedMode mode,
    @Nullable String config,
    @Nullable Security security,
    List<Blob> keys,
    @Nullable Long secretKeyBytes,
    List<StageClock> stages,
    List<StageProcess> processes,
    List<EncryptedCase> cases) {
  public EncryptedPoint {
    keys = List.copyOf(keys);
    stages = List.copyOf(stages);
    processes = List.copyOf(processes);
    cases = List.copyOf(cases);
  }

  /// Parameters, and what the table of the homomorphic encryption standard says of them.
  ///
  /// @param requiredBits security that the bundle asks for
  /// @param reachedBits the highest of 128, 192 and 256 that they reach
  /// @param ringDegree of the ring
  /// @param modulusBits of the whole ciphertext modulus
  /// @param mostModulusBits that the table allows at `requiredBits`
  public record Security(
      int requiredBits, int reachedBits, long ringDegree, long modulusBits, long mostModulusBits) {}

  /// Bytes that crossed between client and server.
  ///
  /// @param sha256 hex
  public record Blob(String name, long bytes, String sha256) {}

  /// A process of one stage.
  ///
  /// @param stage `encode`, `seal`, `server`, `open`, `decode` or `joined`
  /// @param attempt 0, or the retry that it belongs to; `echo` checks have -1
  public record StageProcess(String stage, int attempt, ProcessResult process) {}

  /// What one case has beside its result.
  ///
  /// @param index of the case
  /// @param attempt of the server that the figures belong to; those before it are the same for all
  /// @param failedStage where it failed; absent when it came through or its process ended elsewhere
  /// @param stages `encode`, `encrypt`, `save`, `load`, `run`, `save-answer`, `load-answer`,
  ///   `decrypt`, `decode`, as their processes told
  /// @param ciphertextsIn how many went to the server; absent where nobody counted
  /// @param ciphertextsOut how many came back
  /// @param sent ciphertexts to the server, in order
  /// @param returned ciphertexts from the server, in order
  /// @param meters what the envelope read off the returned ciphertexts, the worst of them:
  ///   `noise_budget_bits`, `level`, `scale_bits`
  public record EncryptedCase(
      int index,
      int attempt,
      @Nullable String failedStage,
      List<StageClock> stages,
      @Nullable Integer ciphertextsIn,
      @Nullable Integer ciphertextsOut,
      List<Blob> sent,
      List<Blob> returned,
      Map<String, BigDecimal> meters) {
    public EncryptedCase {
      stages = List.copyOf(stages);
      sent = List.copyOf(sent);
      returned = List.copyOf(returned);
      meters = Collections.unmodifiableMap(new LinkedHashMap<>(meters));
    }
  }
}
