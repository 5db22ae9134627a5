package dev.assay.core.rank;

import dev.assay.core.bundle.Better;
import dev.assay.core.text.NumberText;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Two entries that stand next to each other by score, and whether the data can tell them apart.
///
/// @param first id of the one with the better score
/// @param second id of the other
/// @param pairing the numbers; absent when they have no seed in common, or one has no score
/// @param adjustedP `pairing.p`, adjusted by Holm over all neighbours of the standing; absent with
///   it
/// @param isTied whether they share a rank
/// @param why in one sentence with the numbers
public record Neighbours(
    String first,
    String second,
    @Nullable Pairing pairing,
    @Nullable Double adjustedP,
    boolean isTied,
    String why) {
  /// The probability below which two are told apart. The bootstrap's 0.05 came to 0.052 in
  /// simulations of noise that now and then adds a lot, and what is promised is at most 0.05; 0.04
  /// keeps it for every noise that was simulated.
  public static final double LEAST = 0.04;

  /// @param adjustedP of the pairing
  static Neighbours of(
      Entry first, Entry second, Pairing pairing, double adjustedP, Better better) {
    boolean agrees = pairing.isFirstLower() == (better == Better.LOWER);
    boolean isTied = adjustedP >= LEAST || !agrees;
    return new Neighbours(
        first.id(), second.id(), pairing, adjustedP, isTied, why(pairing, adjustedP, agrees));
  }

  static Neighbours withoutPairs(Entry first, Entry second) {
    boolean isTied = (first.score() == null) == (second.score() == null);
    String why =
        first.score() == null
            ? "neither has a score, so nothing tells them apart"
            : second.score() == null
                ? "the second has no score, and a missing score stands last"
                : "they have no seed in common with a value of both, so nothing tells them apart";
    return new Neighbours(first.id(), second.id(), null, null, isTied, why);
  }

  private static String why(Pairing pairing, double adjustedP, boolean agrees) {
    String numbers = numbers(pairing, adjustedP);
    if (pairing.interval() == null) {
      return "they tie: %s are too few to tell anything apart (%s)"
          .formatted(counted(pairing), numbers);
    }
    if (adjustedP >= LEAST) {
      return "they tie: so small a difference is no more than chance gives (%s)".formatted(numbers);
    }
    return agrees
        ? "told apart (%s)".formatted(numbers)
        : "they tie: the folded score and the %s contradict each other (%s)"
            .formatted(pairing.unpaired() == null ? "pairs" : "means", numbers);
  }

  private static String counted(Pairing pairing) {
    return pairing.unpaired() == null
        ? "%d pairs".formatted(pairing.pairs())
        : "%s measurements".formatted(pairing.unpaired());
  }

  /// The numbers of a pairing in words.
  static String numbers(Pairing pairing, double adjustedP) {
    String what = pairing.measure() == Pairing.Measure.RATIO ? "ratio" : "difference";
    String interval =
        pairing.interval() == null
            ? ""
            : ", 95 %% interval %s to %s"
                .formatted(
                    digits(pairing, pairing.interval().low()),
                    digits(pairing, pairing.interval().high()));
    return "%s %s of %s %s%s, p = %s, by Holm %s"
        .formatted(
            pairing.unpaired() == null ? "median" : "mean",
            what,
            counted(pairing),
            digits(pairing, pairing.value()),
            interval,
            NumberText.of(pairing.p()),
            NumberText.of(adjustedP));
  }

  /// Four decimals where a ratio is about one, so that a difference of a per mille shows.
  private static String digits(Pairing pairing, double value) {
    return pairing.measure() == Pairing.Measure.RATIO && value > 0.1 && value < 10
        ? String.format(Locale.ROOT, "%.4f", value)
        : NumberText.of(value);
  }
}
