package dev.assay.platform.standing;

import dev.assay.core.bundle.Score;
import dev.assay.core.rank.Chain;
import dev.assay.core.rank.Neighbours;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A standing with the numbers that led to it.
///
/// @param classes of machines that have verdicts at the point
/// @param score what is compared, and in which direction
/// @param places best first
/// @param neighbours each place with the next: whether the data can tell the two apart. `first` and
///   `second` are ids of runs
/// @param chains ranks that three and more share
/// @param suspects entries that are left out until a person has looked
/// @param unranked entries that are not ranked, and why
public record StandingView(
    String benchmark,
    String version,
    String bundleHash,
    String point,
    String machineClass,
    List<String> classes,
    Score score,
    List<PlaceView> places,
    List<Neighbours> neighbours,
    List<Chain> chains,
    List<UnrankedView> suspects,
    List<UnrankedView> unranked) {
  public StandingView {
    classes = List.copyOf(classes);
    places = List.copyOf(places);
    neighbours = List.copyOf(neighbours);
    chains = List.copyOf(chains);
    suspects = List.copyOf(suspects);
    unranked = List.copyOf(unranked);
  }

  /// @param isShared whether others have the same rank
  /// @param score folded; absent without a value, which stands last
  /// @param peakMemoryBytes of the solution's process; absent where it is not known
  public record PlaceView(
      int rank,
      boolean isShared,
      String run,
      String implementation,
      String implementationName,
      String owner,
      String commit,
      @Nullable Double score,
      int casesOk,
      int casesAll,
      @Nullable Long peakMemoryBytes) {}

  /// @param why in one sentence
  public record UnrankedView(
      String run,
      String implementation,
      String implementationName,
      String owner,
      String commit,
      @Nullable Double score,
      String verdict,
      String why) {}
}
