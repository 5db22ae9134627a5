package dev.assay.cli;

import dev.assay.core.game.GameFold;
import dev.assay.core.game.GameRow;
import dev.assay.core.game.GameTable;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Folds every measurement into one row a program.
@Command(
    name = "fold",
    mixinStandardHelpOptions = true,
    description = {
      "Folds a file with every measurement, in the format of the Computer Language Benchmarks Game, into one row a program.",
      "At a program's largest workload: the lowest elapsed time of the right answers with its CPU time, load and busy time; the highest memory of them. A program that failed there has the row that says so."
    })
final class GameFoldCommand implements Callable<Integer> {
  private static final long LARGEST = 256L << 20;

  private final Wiring wiring;

  @Parameters(
      paramLabel = "FILE",
      description =
          "A file like the Game's alldata.csv, plain or compressed by gzip or bzip2; - is standard input.")
  Path file = Path.of("");

  @Option(
      names = "--fastest",
      description =
          "Only the fastest program of each task and language that did every workload of its task.")
  boolean fastest;

  GameFoldCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  @Override
  public Integer call() {
    var input = new InputFile(file, "a file like the Benchmarks Game's alldata.csv", LARGEST);
    List<GameRow> rows = GameTable.parse(input.text().lines().toList(), input.name());
    var out = wiring.terminal().out();
    out.println(GameTable.HEADER);
    (fastest ? GameFold.fastest(rows) : GameFold.perProgram(rows))
        .forEach(row -> out.println(GameTable.line(row)));
    out.flush();
    return 0;
  }
}
