package dev.assay.core.run;

import java.util.Locale;

/// Why a case is in the plan.
public enum CaseKind {
  /// Of the sample that the bar is defined over: its seed is public.
  SAMPLE,
  /// Handed over first, on a secret seed; judged like any, timed apart.
  WARMUP,
  /// On a seed drawn after the freeze; judged like any, timed apart.
  FRESH;

  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
