package dev.assay.cli;

import dev.assay.cli.view.ComparisonTable;
import dev.assay.core.rank.Comparison;
import dev.assay.core.run.Run;
import dev.assay.core.wire.JsonCodec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Holds runs against each other, seed by seed.
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description =
        "Compares the first run with each of the others, point by point and seed by seed.",
    footer = {"", "The exit code is 1 when two of them do not compare."})
final class CompareCommand implements Callable<Integer> {
  private final Wiring wiring;

  @Parameters(
      paramLabel = "RUN",
      arity = "2..*",
      description = "A run's folder, its run.json, its id, or its address on a platform.")
  List<String> named = List.of();

  @Option(
      names = "--runs",
      paramLabel = "DIR",
      defaultValue = "runs",
      description = "Where runs lie (default: ${DEFAULT-VALUE}).")
  Path runs = Path.of("runs");

  @Mixin PlatformOption platform = new PlatformOption();

  @Option(names = "--json", description = "Print the comparisons as JSON.")
  boolean json;

  CompareCommand(Wiring wiring) {
    this.wiring = wiring;
  }

  /// What `--json` prints.
  record Printed(List<Comparison> comparisons) {
    Printed {
      comparisons = List.copyOf(comparisons);
    }
  }

  @Override
  public Integer call() {
    var source = new ComparedRuns(runs, platform.platform, wiring.credentials());
    List<Run> found = named.stream().map(source::require).toList();
    var comparisons = new ArrayList<Comparison>();
    for (Run other : found.subList(1, found.size())) {
      comparisons.add(Comparison.of(found.getFirst(), other));
    }
    print(found, comparisons);
    return comparisons.stream().allMatch(one -> one.refusals().isEmpty()) ? 0 : 1;
  }

  private void print(List<Run> found, List<Comparison> comparisons) {
    var out = wiring.terminal().out();
    if (json) {
      out.print(JsonCodec.toJson(new Printed(comparisons)));
    } else {
      for (int i = 0; i < comparisons.size(); i++) {
        out.print(i == 0 ? "" : "\n");
        out.println(
            ComparisonTable.of(
                found.getFirst(), found.get(i + 1), comparisons.get(i), wiring.terminal().width()));
      }
    }
    out.flush();
  }
}
