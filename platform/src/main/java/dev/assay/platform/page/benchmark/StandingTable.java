package dev.assay.platform.page.benchmark;

import dev.assay.core.rank.Chain;
import dev.assay.core.rank.Neighbours;
import dev.assay.core.text.NumberText;
import dev.assay.core.text.SafeText;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.report.Amount;
import dev.assay.platform.standing.StandingView;
import dev.assay.platform.standing.StandingView.PlaceView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A stretch of a standing as a table: as many places as fit a page.
///
/// @param from place of the first row, from 0
/// @param total places of the whole standing
record StandingTable(List<Row> rows, int from, int total) {
  private static final int MOST_ROWS = 50;
  private static final int MOST_BYTES = 16_500;
  private static final int BYTES_OF_A_ROW = 470;
  private static final int BYTES_OF_A_PAIR = 350;
  private static final int BYTES_OF_A_TIE = 420;
  private static final int MOST_PAIRS = 3;
  private static final int MOST_NAME = 60;
  private static final int COMMIT_DIGITS = 7;

  StandingTable {
    rows = List.copyOf(rows);
  }

  /// @param rank as in `2`, or `2=` where others have it too
  /// @param ratio to the score of the leader
  /// @param memory highest of the solution's process
  /// @param commit its first digits
  /// @param isTiedToNext whether the row below has the same rank
  /// @param tie why it shares its rank, on the last row of those that do
  record Row(
      String rank,
      String implementation,
      String name,
      String owner,
      String run,
      Amount score,
      Amount ratio,
      Amount memory,
      int casesOk,
      int casesAll,
      String commit,
      boolean isTiedToNext,
      @Nullable Tie tie) {
    /// Classes of the row: whether it leads, and whether it is one with the row below.
    @Nullable String style() {
      String lead = rank.equals("1") || rank.equals("1=") ? "lead" : "";
      String tied = tie != null || isTiedToNext ? "tied" : "";
      String both = (lead + " " + tied).strip();
      return both.isEmpty() ? null : both;
    }

    Row withAmounts(Amount alignedScore, Amount alignedRatio, Amount alignedMemory) {
      return new Row(
          rank,
          implementation,
          name,
          owner,
          run,
          alignedScore,
          alignedRatio,
          alignedMemory,
          casesOk,
          casesAll,
          commit,
          isTiedToNext,
          tie);
    }
  }

  /// Why entries share a rank.
  ///
  /// @param entries how many there are
  /// @param more pairs that are not listed
  /// @param chain the first of three and more against the last; absent for two
  record Tie(int rank, int entries, List<Pair> pairs, int more, @Nullable Ends chain) {
    Tie {
      pairs = List.copyOf(pairs);
    }
  }

  /// Two neighbours that the data cannot tell apart.
  ///
  /// @param address of their comparison
  record Pair(String first, String second, String why, String address) {}

  /// The first and the last of a chain of ties.
  ///
  /// @param value median over their pairs
  /// @param p of no difference
  record Ends(boolean areDifferent, String value, String pairs, String p, String address) {}

  boolean isFirst() {
    return from == 0;
  }

  int end() {
    return from + rows.size();
  }

  boolean isLast() {
    return end() >= total;
  }

  int previous() {
    return Math.max(0, from - MOST_ROWS);
  }

  /// The rows from a place on, 50 at most, and fewer where names are long.
  static StandingTable of(StandingView standing, int from) {
    return of(standing, from, 0);
  }

  /// @param beside bytes of HTML that a row has beyond those of any standing, about
  static StandingTable of(StandingView standing, int from, int beside) {
    List<PlaceView> places = standing.places();
    int start = Math.clamp(from, 0, Math.max(0, places.size() - 1));
    int end = start;
    int bytes = 0;
    while (end < places.size() && end - start < MOST_ROWS && bytes < MOST_BYTES) {
      bytes += bytesOf(places, end, start) + beside;
      end++;
    }
    Map<String, String> names = new HashMap<>();
    places.forEach(place -> names.put(place.run(), shortened(place.implementationName())));
    var rows = new ArrayList<Row>();
    for (int i = start; i < end; i++) {
      boolean endsHere = i + 1 == end || !isTied(places, i);
      Tie tie = endsHere && places.get(i).isShared() ? tie(standing, names, start, i) : null;
      rows.add(row(standing, places.get(i), !endsHere, tie));
    }
    return new StandingTable(aligned(rows), start, places.size());
  }

  /// Whether a place shares its rank with the next.
  private static boolean isTied(List<PlaceView> places, int i) {
    return i + 1 < places.size() && places.get(i).rank() == places.get(i + 1).rank();
  }

  private static int bytesOf(List<PlaceView> places, int i, int start) {
    PlaceView place = places.get(i);
    boolean hasPair = isTied(places, i) && i - start < firstOf(places, i, start) + MOST_PAIRS;
    return BYTES_OF_A_ROW
        + 2 * Math.min(MOST_NAME, place.implementationName().length())
        + Math.min(MOST_NAME, place.owner().length())
        + (hasPair ? BYTES_OF_A_PAIR : 0)
        + (place.isShared() && !isTied(places, i) ? BYTES_OF_A_TIE : 0);
  }

  /// Where the rank of a place begins, counted from the start of the table.
  private static int firstOf(List<PlaceView> places, int i, int start) {
    return Math.max(0, places.get(i).rank() - 1 - start);
  }

  private static Row row(
      StandingView standing, PlaceView place, boolean isTiedToNext, @Nullable Tie tie) {
    return new Row(
        place.rank() + (place.isShared() ? "=" : ""),
        place.implementation(),
        shortened(place.implementationName()),
        shortened(place.owner()),
        place.run(),
        Amount.ofScore(standing.score(), place.score()),
        ratio(place.score(), standing.places().getFirst().score()),
        Amount.ofBytes(place.peakMemoryBytes()),
        place.casesOk(),
        place.casesAll(),
        commit(place.commit()),
        isTiedToNext,
        tie);
  }

  static String shortened(String name) {
    return SafeText.oneLine(name, MOST_NAME);
  }

  static String commit(String commit) {
    return commit.length() > COMMIT_DIGITS ? commit.substring(0, COMMIT_DIGITS) : commit;
  }

  private static Amount ratio(@Nullable Double score, @Nullable Double leader) {
    if (score == null || leader == null || !(score > 0) || !(leader > 0)) {
      return Amount.NONE;
    }
    double ratio = score / leader;
    String text =
        ratio >= 0.1 && ratio < 1000
            ? String.format(Locale.ROOT, "%.2f", ratio)
            : NumberText.of(ratio);
    return new Amount(text + " ×", Double.toString(ratio));
  }

  private static List<Row> aligned(List<Row> rows) {
    List<Amount> scores = Amount.aligned(rows.stream().map(Row::score).toList());
    List<Amount> ratios = Amount.aligned(rows.stream().map(Row::ratio).toList());
    List<Amount> memory = Amount.aligned(rows.stream().map(Row::memory).toList());
    var aligned = new ArrayList<Row>();
    for (int i = 0; i < rows.size(); i++) {
      aligned.add(rows.get(i).withAmounts(scores.get(i), ratios.get(i), memory.get(i)));
    }
    return aligned;
  }

  /// @param start first place of the table
  /// @param last place of those that share the rank, as far as the table goes
  private static Tie tie(StandingView standing, Map<String, String> names, int start, int last) {
    List<PlaceView> places = standing.places();
    int rank = places.get(last).rank();
    int entries = (int) places.stream().filter(place -> place.rank() == rank).count();
    int first = Math.max(start, rank - 1);
    // The rank may have ended before this page and go on after it.
    int end = Math.min(rank - 1 + entries - 1, Math.max(last, first + 1));
    var pairs = new ArrayList<Pair>();
    for (int i = Math.min(first, end - 1); i < end && pairs.size() < MOST_PAIRS; i++) {
      pairs.add(pair(standing.neighbours().get(i), names));
    }
    Ends ends =
        standing.chains().stream()
            .filter(chain -> chain.rank() == rank)
            .findFirst()
            .flatMap(StandingTable::ends)
            .orElse(null);
    return new Tie(rank, entries, pairs, entries - 1 - pairs.size(), ends);
  }

  private static Pair pair(Neighbours two, Map<String, String> names) {
    return new Pair(
        names.getOrDefault(two.first(), two.first()),
        names.getOrDefault(two.second(), two.second()),
        two.why(),
        compare(two.first(), two.second()));
  }

  private static Optional<Ends> ends(Chain chain) {
    var pairing = chain.extremes();
    if (pairing == null) {
      return Optional.empty();
    }
    return Optional.of(
        new Ends(
            chain.extremesDiffer(),
            NumberText.of(pairing.value()),
            pairing.unpaired() == null
                ? Integer.toString(pairing.pairs())
                : pairing.unpaired().toString(),
            NumberText.of(pairing.p()),
            compare(chain.first(), chain.last())));
  }

  private static String compare(String first, String second) {
    return Addresses.with(Addresses.with("/compare", "run", first), "run", second);
  }
}
