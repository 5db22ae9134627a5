package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.game.GameFold;
import dev.assay.core.game.GameRow;
import dev.assay.core.game.GameTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.zip.GZIPInputStream;
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
  private final Wiring wiring;

  @Parameters(
      paramLabel = "FILE",
      description = "A file like the Game's alldata.csv; .gz is decompressed.")
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
    List<GameRow> rows = GameTable.parse(lines(), file.toString());
    var out = wiring.terminal().out();
    out.println(GameTable.HEADER);
    (fastest ? GameFold.fastest(rows) : GameFold.perProgram(rows))
        .forEach(row -> out.println(GameTable.line(row)));
    return 0;
  }

  private List<String> lines() {
    try (InputStream in = Files.newInputStream(file);
        var text =
            new BufferedReader(
                new InputStreamReader(
                    file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in,
                    StandardCharsets.UTF_8))) {
      return text.lines().toList();
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.USAGE,
          "%s cannot be read: %s; name a file like the Benchmarks Game's alldata.csv"
              .formatted(file, e),
          e);
    }
  }
}
