package dev.assay.cli.view;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import dev.assay.core.text.SafeText;
import dev.assay.core.text.Words;
import dev.assay.platform.standing.StandingView;
import dev.assay.platform.standing.StandingView.PlaceView;
import java.util.List;

/// A standing at one point on one class of machine. Plain text; a shared rank is marked by `=`.
public final class StandingTable {
  private static final int SHORT_COMMIT = 12;

  private StandingTable() {}

  /// The table, without a line feed at the end.
  ///
  /// @param width columns of the terminal
  public static String of(StandingView standing, int width) {
    var text =
        new StringBuilder(
            TextLines.wrapped(
                SafeText.oneLine(
                    "%s@%s at %s on %s"
                        .formatted(
                            standing.benchmark(),
                            standing.version(),
                            standing.point(),
                            standing.machineClass())),
                "",
                width));
    if (standing.places().isEmpty()) {
      return text.append("  nothing is ranked yet").toString();
    }
    return text.append(table(standing)).toString();
  }

  private static String table(StandingView standing) {
    List<Column> columns =
        List.of(column("rank"), column("implementation"), column("score"), column("commit"));
    return AsciiTable.getTable(
        AsciiTable.NO_BORDERS,
        columns.toArray(Column[]::new),
        standing.places().stream().map(place -> row(standing, place)).toArray(Object[][]::new));
  }

  private static Column column(String name) {
    return new Column()
        .header(name)
        .dataAlign(HorizontalAlign.LEFT)
        .headerAlign(HorizontalAlign.LEFT);
  }

  private static Object[] row(StandingView standing, PlaceView place) {
    return new Object[] {
      place.isShared() ? "=" + place.rank() : " " + place.rank(),
      SafeText.oneLine(place.implementationName()),
      place.score() == null ? "none" : Words.value(standing.score(), place.score()),
      place.commit().substring(0, Math.min(SHORT_COMMIT, place.commit().length()))
    };
  }
}
