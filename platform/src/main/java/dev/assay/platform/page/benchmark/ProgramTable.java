package dev.assay.platform.page.benchmark;

import dev.assay.platform.game.ProgramAtPoint;
import dev.assay.platform.game.ProgramShelf;
import dev.assay.platform.page.Addresses;
import dev.assay.platform.report.Amount;
import dev.assay.platform.report.ProgramFolds;
import dev.assay.platform.standing.StandingView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What stands beside each place of a standing of whole programs.
///
/// @param rows one for each row of the standing's table
/// @param files addresses of the data files, by their names
record ProgramTable(List<Row> rows, Map<String, String> files) {
  /// Bytes of HTML that a row has beyond those of any standing, about.
  static final int BYTES_OF_A_ROW = 450;

  ProgramTable {
    rows = List.copyOf(rows);
  }

  /// @param sourceSize as the Benchmarks Game counts it
  /// @param measurements address of every measurement
  /// @param code address of repository, commit and command
  /// @param buildLog empty where nothing was built
  record Row(
      ProgramFolds folds, Amount sourceSize, String measurements, String code, String buildLog) {}

  static ProgramTable of(ProgramShelf shelf, StandingView standing, StandingTable table) {
    List<String> runs = table.rows().stream().map(StandingTable.Row::run).toList();
    Map<String, ProgramAtPoint> points = shelf.at(standing.point(), runs);
    Map<String, ProgramShelf.About> about = shelf.about(runs);
    List<ProgramFolds> folds =
        ProgramFolds.aligned(runs.stream().map(run -> folds(points.get(run))).toList());
    List<Amount> sizes = Amount.aligned(runs.stream().map(run -> size(about.get(run))).toList());
    var rows = new ArrayList<Row>();
    for (int i = 0; i < runs.size(); i++) {
      rows.add(row(standing, runs.get(i), folds.get(i), sizes.get(i), about.get(runs.get(i))));
    }
    return new ProgramTable(rows, files(standing));
  }

  private static ProgramFolds folds(@Nullable ProgramAtPoint at) {
    return at == null || at.figures() == null ? ProgramFolds.NONE : ProgramFolds.of(at.figures());
  }

  private static Amount size(ProgramShelf.@Nullable About about) {
    return about == null ? Amount.NONE : Amount.ofBytes(about.sourceBytes());
  }

  private static Row row(
      StandingView standing,
      String run,
      ProgramFolds folds,
      Amount size,
      ProgramShelf.@Nullable About about) {
    return new Row(
        folds,
        size,
        Addresses.runPoint(run, standing.point()),
        Addresses.run(run) + "#belongs",
        about != null && about.hasBuildLog() ? Addresses.runFile(run, "logs/build.log") : "");
  }

  private static Map<String, String> files(StandingView standing) {
    String folder =
        "/api/v1/benchmarks/%s/programs/".formatted(standing.benchmark().replace('/', '~'));
    var files = new LinkedHashMap<String, String>();
    for (String name : List.of("alldata.csv.gz", "data.csv.gz", "summary.csv.gz")) {
      String address = Addresses.with(folder + name, "version", standing.version());
      files.put(
          name,
          standing.machineClass().isEmpty()
              ? address
              : Addresses.with(address, "class", standing.machineClass()));
    }
    return files;
  }
}
