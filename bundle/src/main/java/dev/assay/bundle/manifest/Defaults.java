package dev.assay.bundle.manifest;

import dev.assay.core.bundle.Better;
import dev.assay.core.bundle.Fold;
import dev.assay.core.bundle.SelfReported;
import dev.assay.core.unit.DataSize;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/// What holds where a manifest says nothing. `docs/bundles.md` and `docs/solutions.md` list the
/// same values.
public final class Defaults {
  public static final String IMAGE = "localhost/assay/core";
  public static final List<String> COMMAND = List.of("python3", "bundle.py");

  public static final int WARMUP = 2;
  public static final int FRESH = 3;

  /// Of encrypted solutions, whose first calls build tables.
  public static final int ENCRYPTED_WARMUP = 3;

  /// Bits of security against a classical attacker.
  public static final int SECURITY = 128;

  public static final BigDecimal BAR_CASES = BigDecimal.ONE;

  public static final Fold SCORE_FOLD = Fold.MEDIAN;
  public static final Better SCORE_BETTER = Better.LOWER;
  public static final SelfReported SCORE_SELF_REPORTED = SelfReported.MEASURED;

  public static final Duration INIT = Duration.ofSeconds(60);
  public static final Duration CASE = Duration.ofSeconds(10);
  public static final Duration BUILD = Duration.ofMinutes(10);
  public static final DataSize MEMORY = DataSize.ofGibibytes(1);
  public static final int CPUS = 1;
  public static final int PROCESSES = 256;
  public static final DataSize OUTPUT = DataSize.ofMebibytes(64);
  public static final DataSize LOG = DataSize.ofMebibytes(1);

  public static final Duration MAKE = Duration.ofMinutes(5);
  public static final Duration VERIFY = Duration.ofMinutes(5);
  public static final DataSize BUNDLE_MEMORY = DataSize.ofGibibytes(2);

  /// Every architecture will do.
  public static final String ARCH = "any";

  public static final int CORES = 1;
  public static final DataSize REQUIRED_MEMORY = DataSize.ofBytes(0);
  public static final int GPU = 0;

  private Defaults() {}
}
