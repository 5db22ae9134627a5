package dev.assay.core.job;

import dev.assay.core.bundle.Sample;
import dev.assay.core.bundle.Seeds;
import dev.assay.core.run.CaseKind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Draws warm-up seeds, fresh seeds and the hand-over order from a secret that is made after the
/// freeze.
///
/// The same secret gives the same draw, so that everything about a run can be derived again. Each
/// number is the first eight bytes of HMAC-SHA256(secret, purpose NUL point NUL counter),
/// big-endian (RFC 2104).
public final class SeedDraw {
  private final byte[] secret;

  /// @param secret at least 16 bytes
  public SeedDraw(byte[] secret) {
    if (secret.length < 16) {
      throw new IllegalArgumentException(
          "a secret of %d bytes, at least 16 are needed".formatted(secret.length));
    }
    this.secret = secret.clone();
  }

  /// The cases of a point in hand-over order: warm-up first, then sample and fresh cases shuffled
  /// together. No seed occurs twice, and no drawn seed is one of the bar's.
  ///
  /// @param asked the seeds of the sample that are measured
  public List<PlannedCase> draw(String point, Seeds asked, Sample sample) {
    Set<Long> taken = new HashSet<>(asked.values());
    taken.addAll(sample.seeds().values());
    var ordered = new ArrayList<PlannedCase>();
    for (long seed : drawSeeds("warmup", point, sample.warmup(), taken)) {
      ordered.add(new PlannedCase(ordered.size(), seed, CaseKind.WARMUP));
    }
    var rest = new ArrayList<PlannedCase>();
    asked.values().forEach(seed -> rest.add(new PlannedCase(0, seed, CaseKind.SAMPLE)));
    for (long seed : drawSeeds("fresh", point, sample.fresh(), taken)) {
      rest.add(new PlannedCase(0, seed, CaseKind.FRESH));
    }
    shuffle(rest, point);
    for (PlannedCase planned : rest) {
      ordered.add(new PlannedCase(ordered.size(), planned.seed(), planned.kind()));
    }
    return List.copyOf(ordered);
  }

  private List<Long> drawSeeds(String purpose, String point, int count, Set<Long> taken) {
    var drawn = new ArrayList<Long>();
    for (long counter = 0; drawn.size() < count; counter++) {
      long seed = number(purpose, point, counter) & Seeds.MAX;
      if (taken.add(seed)) {
        drawn.add(seed);
      }
    }
    return drawn;
  }

  /// Fisher and Yates; the remainder's bias is below 2^-49 for 10,000 cases.
  private void shuffle(List<PlannedCase> cases, String point) {
    for (int i = cases.size() - 1; i > 0; i--) {
      int j = (int) Long.remainderUnsigned(number("order", point, i), i + 1L);
      PlannedCase swapped = cases.set(i, cases.get(j));
      cases.set(j, swapped);
    }
  }

  private long number(String purpose, String point, long counter) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      byte[] digest =
          mac.doFinal((purpose + '\0' + point + '\0' + counter).getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }
}
