package dev.assay.platform.report;

import dev.assay.core.judge.Disturbance;
import dev.assay.core.run.CaseAttempt;
import dev.assay.core.run.CaseResult;
import dev.assay.core.text.NumberText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalDouble;

/// What other work took of a case's time.
///
/// @param text as in `0.4 %` and `disturbed, 37 %`; a dash where nothing is known
/// @param exact more digits, or empty
public record OtherWork(boolean isKnown, boolean isDisturbed, String text, String exact) {
  public static OtherWork of(CaseResult result) {
    return of(Disturbance.shareOfOthers(result), Disturbance.isDisturbed(result));
  }

  public static OtherWork of(CaseAttempt attempt) {
    return of(Disturbance.shareOfOthers(attempt), Disturbance.isDisturbed(attempt));
  }

  private static OtherWork of(OptionalDouble share, boolean isDisturbed) {
    if (share.isEmpty()) {
      return new OtherWork(false, false, Amount.NONE.text(), "");
    }
    String percent = NumberText.percent(share.getAsDouble());
    return new OtherWork(
        true,
        isDisturbed,
        isDisturbed ? "disturbed, " + percent : percent,
        BigDecimal.valueOf(100 * share.getAsDouble())
                .setScale(4, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString()
            + " %");
  }
}
