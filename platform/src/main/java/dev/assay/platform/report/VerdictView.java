package dev.assay.platform.report;

import dev.assay.core.judge.Verdict;
import dev.assay.core.text.SafeText;

/// A verdict of a point, as it is shown.
///
/// @param word `pass`, `fail` or `not judged`
/// @param symbol beside the word, for the eye
public record VerdictView(String word, String symbol, String style, String reason) {
  public static VerdictView of(Verdict verdict) {
    String reason = SafeText.oneLine(verdict.reason());
    return switch (verdict.outcome()) {
      case PASS -> new VerdictView("pass", "✓", "pass", reason);
      case FAIL -> new VerdictView("fail", "✗", "fail", reason);
      case NOT_JUDGED -> new VerdictView("not judged", "–", "open", reason);
    };
  }
}
