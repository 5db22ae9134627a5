package dev.assay.platform.report;

import dev.assay.core.encrypted.EncryptedFigures;
import dev.assay.core.encrypted.EncryptedWords;
import dev.assay.core.encrypted.StageFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// What each stage of an encrypted point took, those that are done once first.
public record StageTable(List<Row> rows) {
  private static final Amount NOTHING = new Amount("", "");

  /// @param isOnce whether it is done once and not for each case
  /// @param process whose process it is, and in `about` what that sees
  /// @param count of clocks that are folded
  /// @param share of the stages of one case, or of those that are done once
  /// @param memory peak of its process
  public record Row(
      String stage,
      boolean isMeasured,
      boolean isOnce,
      String process,
      String about,
      int count,
      Amount min,
      Amount median,
      Amount max,
      String share,
      Amount memory) {}

  /// Of a point.
  public static StageTable of(EncryptedFigures figures) {
    List<StageFigures> all =
        Stream.concat(figures.once().stream(), figures.perCase().stream()).toList();
    List<Amount> min = column(all, one -> spread(one, one.minSeconds()));
    List<Amount> median = column(all, one -> Amount.ofSeconds(one.medianSeconds()));
    List<Amount> max = column(all, one -> spread(one, one.maxSeconds()));
    List<Amount> memory = column(all, one -> Amount.ofBytes(one.peakMemoryBytes()));
    var rows = new ArrayList<Row>();
    for (int i = 0; i < all.size(); i++) {
      StageFigures one = all.get(i);
      rows.add(
          new Row(
              one.stage().text(),
              one.stage().isMeasured(),
              one.stage().isOnce(),
              one.part().text(),
              EncryptedWords.part(one.part()),
              one.count(),
              min.get(i),
              median.get(i),
              max.get(i),
              StageStack.share(one.share()),
              memory.get(i)));
    }
    return new StageTable(rows);
  }

  /// What is done once has one clock, which stands in the middle column.
  private static Amount spread(StageFigures one, double seconds) {
    return one.stage().isOnce() ? NOTHING : Amount.ofSeconds(seconds);
  }

  private static List<Amount> column(List<StageFigures> all, Function<StageFigures, Amount> cell) {
    return Amount.aligned(all.stream().map(cell).toList());
  }
}
