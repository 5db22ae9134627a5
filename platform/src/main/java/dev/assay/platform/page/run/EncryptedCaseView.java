package dev.assay.platform.page.run;

import dev.assay.core.encrypted.EncryptedStage;
import dev.assay.core.encrypted.EncryptedWords;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.EncryptedPoint.EncryptedCase;
import dev.assay.core.run.PointResult;
import dev.assay.core.run.StageClock;
import dev.assay.core.text.SafeText;
import dev.assay.platform.report.Amount;
import dev.assay.platform.report.CrossedTable;
import dev.assay.platform.report.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The stages of one encrypted case, and what crossed for it.
///
/// @param facts clocks, counts and meters
/// @param crossed each ciphertext with its hash
record EncryptedCaseView(List<Fact> facts, List<CrossedTable.Row> crossed) {
  private static final int MOST = 80;

  /// Absent under other protocols, and where the runner said nothing of the case.
  static @Nullable EncryptedCaseView of(@Nullable PointResult point, CaseResult result) {
    if (point == null || point.encrypted() == null) {
      return null;
    }
    return point.encrypted().cases().stream()
        .filter(one -> one.index() == result.index())
        .findFirst()
        .map(one -> new EncryptedCaseView(facts(one), crossed(one)))
        .orElse(null);
  }

  private static List<CrossedTable.Row> crossed(EncryptedCase one) {
    return CrossedTable.of(one).stream().limit(MOST).toList();
  }

  private static List<Fact> facts(EncryptedCase one) {
    var facts = new Fact.Facts().add("failed in", safe(one.failedStage()));
    for (StageClock clock : one.stages()) {
      boolean isMeasured =
          EncryptedStage.find(clock.stage()).filter(EncryptedStage::isMeasured).isPresent();
      facts.add(
          SafeText.oneLine(clock.stage(), 40) + (isMeasured ? " (measured)" : ""),
          Amount.ofNanos(clock.wallNanos()));
    }
    facts.add("to the server", count(one.ciphertextsIn())).add("back", count(one.ciphertextsOut()));
    one.meters()
        .forEach((name, value) ->
            facts.add(EncryptedWords.meter(name), Amount.ofNumber(value.doubleValue())));
    return facts.list();
  }

  private static @Nullable String safe(@Nullable String text) {
    return text == null ? null : SafeText.oneLine(text, 40);
  }

  private static @Nullable String count(@Nullable Integer count) {
    return count == null
        ? null
        : "%d %s".formatted(count, count == 1 ? "ciphertext" : "ciphertexts");
  }
}
