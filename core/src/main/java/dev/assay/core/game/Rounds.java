package dev.assay.core.game;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// Which of several programs is measured next. A pure function of what is next for each.
public final class Rounds {
  private Rounds() {}

  /// Where a program stands.
  ///
  /// @param step what is next for it
  /// @param repeats how many of its repeats were made
  public record Turn(Step step, int repeats) {}

  /// The place of the program that is next; empty when all are through.
  ///
  /// @param turns of the programs, in their order
  public static OptionalInt next(MeasuringOrder order, List<Turn> turns) {
    IntStream left =
        IntStream.range(0, turns.size())
            .filter(place -> turns.get(place).step() instanceof Step.Measure);
    return switch (order) {
      case SEQUENTIAL -> left.findFirst();
      case INTERLEAVED ->
          left.boxed()
              .min(Comparator.comparingInt((Integer place) -> round(turns.get(place))))
              .map(OptionalInt::of)
              .orElse(OptionalInt.empty());
    };
  }

  /// Round 0 is every workload of every program, then each repeat is a round.
  private static int round(Turn turn) {
    return turn.step() instanceof Step.Measure(int _, boolean verified, int _) && verified
        ? 0
        : 1 + turn.repeats();
  }
}
