package dev.assay.platform.report;

import dev.assay.core.bundle.Score;
import dev.assay.core.text.DecimalColumn;
import dev.assay.core.text.NumberText;
import dev.assay.core.unit.DataSize;
import dev.assay.core.unit.DurationText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A number as it is shown, and exactly.
///
/// @param text rounded, with a unit that fits
/// @param exact every digit, with the base unit; empty when there is no number
public record Amount(String text, String exact) {
  /// Where a number would stand and none is.
  public static final Amount NONE = new Amount("–", "");

  public static Amount ofSeconds(@Nullable Double seconds) {
    return seconds == null
        ? NONE
        : new Amount(DurationText.ofSeconds(seconds), plain(seconds) + " s");
  }

  public static Amount ofNanos(@Nullable Long nanos) {
    return nanos == null
        ? NONE
        : new Amount(
            DurationText.ofSeconds(nanos / 1e9),
            BigDecimal.valueOf(nanos, 9).toPlainString() + " s");
  }

  public static Amount ofBytes(@Nullable Long bytes) {
    return bytes == null
        ? NONE
        : new Amount(DataSize.ofBytes(Math.max(0, bytes)).toText(), bytes + " B");
  }

  /// How many times, shortened from a million on.
  public static Amount ofCount(@Nullable Long count) {
    return count == null ? NONE : new Amount(NumberText.of(count), Long.toString(count));
  }

  public static Amount ofNumber(@Nullable Double number) {
    return number == null ? NONE : new Amount(NumberText.of(number), plain(number));
  }

  /// A value of a score: seconds, or a number without a unit.
  public static Amount ofScore(Score score, @Nullable Double value) {
    return score.metric().equals(Score.SECONDS) ? ofSeconds(value) : ofNumber(value);
  }

  public boolean isZero() {
    return exact.matches("0(\\.0+)?( .*)?");
  }

  /// The same amounts, padded so that their decimal points stand below each other.
  public static List<Amount> aligned(List<Amount> amounts) {
    List<String> texts = DecimalColumn.PAGE.align(amounts.stream().map(Amount::text).toList());
    var aligned = new ArrayList<Amount>();
    for (int i = 0; i < amounts.size(); i++) {
      aligned.add(new Amount(texts.get(i), amounts.get(i).exact()));
    }
    return aligned;
  }

  private static String plain(double value) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    var decimal = new BigDecimal(Double.toString(value));
    return Math.abs(decimal.scale()) > 30 ? Double.toString(value) : decimal.toPlainString();
  }
}
