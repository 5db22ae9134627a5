package dev.assay.platform.game;

import dev.assay.core.bundle.BundleSpec;
import dev.assay.core.bundle.Workload;
import dev.assay.core.game.GameRow;
import dev.assay.core.game.GameStatus;
import dev.assay.platform.access.Caller;
import dev.assay.platform.standing.StandingView;
import dev.assay.platform.standing.Standings;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Rows of data files from what standings are made of: at each workload each implementation's
/// newest judged run on one class of machine.
public final class ProgramFiles {
  private static final int DECIMALS = 6;
  private static final int KILOBYTE = 1024;

  private final Standings standings;
  private final ProgramShelf shelf;

  public ProgramFiles(Standings standings, ProgramShelf shelf) {
    this.standings = standings;
    this.shelf = shelf;
  }

  /// A measurement, and where it is.
  ///
  /// @param point that its workload is
  /// @param isRanked whether the run has a place in the standing there: it passed, and nobody
  ///   suspects it
  public record Measured(
      GameRow row, String implementation, String run, String point, boolean isRanked) {}

  public static List<GameRow> rows(List<Measured> measured) {
    return measured.stream().map(Measured::row).toList();
  }

  /// Those that the fastest are looked for in: a right output of what has no place in a standing
  /// does not count.
  public static List<GameRow> counted(List<Measured> measured) {
    return rows(measured.stream().filter(one -> one.isRanked() || !one.row().isOk()).toList());
  }

  /// An implementation with the run that counts at a workload.
  private record Entry(
      String implementation, String name, String owner, String run, boolean isRanked) {
    Measured measured(Workload workload, GameRow row) {
      return new Measured(row, implementation, run, workload.point(), isRanked);
    }
  }

  /// What a program's rows begin with.
  private record Naming(String task, Map<String, ProgramName> names) {}

  /// Every measurement: program by program, workload by workload, in the order of measuring.
  ///
  /// @param machineClass absent for the first class that has verdicts at the largest workload
  List<Measured> measured(Caller caller, BundleSpec spec, @Nullable String machineClass) {
    String name = spec.name().text();
    return measured(caller, spec, machineClass, name.substring(name.indexOf('/') + 1));
  }

  /// The same.
  ///
  /// @param task what rows call the benchmark
  public List<Measured> measured(
      Caller caller, BundleSpec spec, @Nullable String machineClass, String task) {
    List<Workload> workloads = spec.requireProgram().workloads();
    String chosen = machineClass;
    if (chosen == null) {
      chosen = standing(caller, spec, workloads.getLast(), null).machineClass();
    }
    var entries = new ArrayList<List<Entry>>();
    for (Workload workload : workloads) {
      entries.add(entries(standing(caller, spec, workload, chosen)));
    }
    var naming = new Naming(task, names(entries));
    Map<String, List<Measured>> byImplementation = new TreeMap<>();
    for (int i = 0; i < workloads.size(); i++) {
      add(naming, workloads.get(i), entries.get(i), i == 0, byImplementation);
    }
    return byImplementation.values().stream().flatMap(List::stream).toList();
  }

  private StandingView standing(
      Caller caller, BundleSpec spec, Workload workload, @Nullable String machineClass) {
    return standings.view(
        caller,
        new Standings.Ask(
            spec.name().text(), spec.version().toString(), workload.point(), machineClass));
  }

  private static List<Entry> entries(StandingView standing) {
    return Stream.concat(
            standing.places().stream()
                .map(one ->
                    new Entry(
                        one.implementation(),
                        one.implementationName(),
                        one.owner(),
                        one.run(),
                        true)),
            Stream.concat(standing.suspects().stream(), standing.unranked().stream())
                .map(one ->
                    new Entry(
                        one.implementation(),
                        one.implementationName(),
                        one.owner(),
                        one.run(),
                        false)))
        .toList();
  }

  /// By the implementation's id. Two of one name get different numbers, in the order of their
  /// owners' names.
  private static Map<String, ProgramName> names(List<List<Entry>> entries) {
    var sorted = new TreeMap<List<String>, String>(ProgramFiles::compare);
    entries.forEach(all ->
        all.forEach(one ->
            sorted.put(
                List.of(one.name(), one.owner(), one.implementation()), one.implementation())));
    Set<ProgramName> taken = new HashSet<>();
    var names = new HashMap<String, ProgramName>();
    sorted.forEach((key, implementation) -> {
      ProgramName name = ProgramName.of(key.getFirst());
      while (!taken.add(name)) {
        name = name.next();
      }
      names.put(implementation, name);
    });
    return names;
  }

  private static int compare(List<String> one, List<String> other) {
    for (int i = 0; i < one.size(); i++) {
      int order = one.get(i).compareTo(other.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private void add(
      Naming naming,
      Workload workload,
      List<Entry> entries,
      boolean isFirst,
      Map<String, List<Measured>> rows) {
    List<String> runs = entries.stream().map(Entry::run).toList();
    Map<String, ProgramAtPoint> measured = shelf.at(workload.point(), runs);
    Map<String, ProgramShelf.About> about = shelf.about(runs);
    for (Entry one : entries) {
      ProgramName name = naming.names().getOrDefault(one.implementation(), new ProgramName("_", 1));
      ProgramShelf.About run = about.get(one.run());
      Long size = run == null ? null : run.sourceBytes();
      List<Measured> mine =
          rows.computeIfAbsent(
              "%s\0%06d".formatted(name.language(), name.number()), key -> new ArrayList<>());
      ProgramAtPoint at = measured.get(one.run());
      if (at != null) {
        at.rows()
            .forEach(
                row -> mine.add(one.measured(workload, row(naming, name, workload, size, row))));
      } else if (isFirst && run != null && run.isBroken()) {
        var broken = new ProgramAtPoint.Row(GameStatus.ERROR, 0, null, null, 0, "%");
        mine.add(one.measured(workload, row(naming, name, workload, size, broken)));
      }
    }
  }

  private static GameRow row(
      Naming naming,
      ProgramName name,
      Workload workload,
      @Nullable Long sourceBytes,
      ProgramAtPoint.Row row) {
    return new GameRow(
        naming.task(),
        name.language(),
        name.number(),
        workload.n(),
        sourceBytes == null ? 0 : sourceBytes,
        seconds(row.cpuNanos()),
        row.peakMemoryBytes() == null ? 0 : row.peakMemoryBytes() / KILOBYTE,
        row.status(),
        row.load(),
        seconds(row.wallNanos()),
        seconds(row.busyNanos()));
  }

  private static BigDecimal seconds(@Nullable Long nanos) {
    return BigDecimal.valueOf(nanos == null ? 0 : nanos, 9)
        .setScale(DECIMALS, RoundingMode.HALF_UP);
  }
}
