package dev.assay.core.encrypted;

import dev.assay.core.bundle.EncryptedMode;
import dev.assay.core.job.Job;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which encrypted runs are ranked: those whose client and server are apart, so that nobody has to
/// take an author's word that the answer was not decrypted on the way.
public final class EncryptedRanking {
  private EncryptedRanking() {}

  /// Why runs of a plan are never ranked, as a sentence begins; empty when they may be, and under
  /// other protocols.
  public static Optional<String> whyNever(Job.@Nullable EncryptedPlan plan) {
    return plan == null ? Optional.empty() : whyNever(plan.mode());
  }

  /// As above.
  public static Optional<String> whyNever(EncryptedMode mode) {
    return switch (mode) {
      case SPLIT -> Optional.empty();
      case JOINED ->
          Optional.of(
              "joined: client and server were one process, which had the secret key; only runs with the two apart are ranked");
      case SELF_REPORTED ->
          Optional.of(
              "self-reported: it brings its own program, which had the secret key and told its own times; only runs with client and server apart are ranked");
    };
  }
}
