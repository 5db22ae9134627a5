package dev.assay.cli;

import dev.assay.cli.view.SeriesText;
import dev.assay.core.game.SeriesFile;
import dev.assay.core.statistics.SeriesShape;
import dev.assay.core.statistics.SteadyState;
import dev.assay.core.wire.JsonCodec;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Classifies series of iteration times.
@Command(
    name = "series",
    mixinStandardHelpOptions = true,
    description = {
      "Says of the iteration times of each process whether they are flat, warming up, slowing down, or never steady, by change points on mean and variance; and where every process becomes steady, the time that they come to.",
      "A CSV file has a line for each process with the seconds of its iterations, or one column for one process. A JSON file has an array of such arrays, or one array, by itself or as the key `series`."
    })
final class GameSeriesCommand implements Callable<Integer> {
  private static final long LARGEST = 64L << 20;

  private final Wiring wiring;

  @Parameters(
      paramLabel = "FILE",
      description =
          "Recorded iteration times as JSON or CSV, plain or compressed by gzip or bzip2; - is standard input.")
  Path file = Path.of("");

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  GameSeriesCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  /// What `--json` prints.
  ///
  /// @param steadyState absent where there is none
  record Printed(List<OneProcess> processes, @Nullable SteadyState steadyState) {
    Printed {
      processes = List.copyOf(processes);
    }
  }

  /// A process and what its series does.
  ///
  /// @param steadyFrom the first iteration of the steady state, from 0; absent where there is none
  /// @param steadyMeanSeconds absent where there is none
  record OneProcess(
      int iterations,
      SeriesShape.Kind kind,
      @Nullable Integer steadyFrom,
      @Nullable Double steadyMeanSeconds,
      List<Integer> outliers,
      List<SeriesShape.Segment> segments) {
    OneProcess {
      outliers = List.copyOf(outliers);
      segments = List.copyOf(segments);
    }

    static OneProcess of(SeriesShape shape) {
      boolean steady = shape.kind().isSteady();
      return new OneProcess(
          shape.segments().getLast().to(),
          shape.kind(),
          steady ? shape.steadyFrom() : null,
          steady ? shape.steadyMean() : null,
          shape.outliers(),
          shape.segments());
    }
  }

  @Override
  public Integer call() {
    var input = new InputFile(file, "a file with iteration times", LARGEST);
    List<SeriesShape> shapes =
        SeriesFile.parse(input.text(), input.name()).stream().map(SeriesShape::of).toList();
    var steady = SteadyState.of(shapes);
    var out = wiring.terminal().out();
    if (json) {
      out.print(
          JsonCodec.toJson(
              new Printed(shapes.stream().map(OneProcess::of).toList(), steady.orElse(null))));
    } else {
      SeriesText.of(shapes, steady).forEach(out::println);
    }
    out.flush();
    return 0;
  }
}
