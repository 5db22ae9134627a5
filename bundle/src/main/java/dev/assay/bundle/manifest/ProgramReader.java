package dev.assay.bundle.manifest;

import dev.assay.core.bundle.ExpectedOutput;
import dev.assay.core.bundle.OutputComparison;
import dev.assay.core.bundle.OutputComparison.FieldTolerance;
import dev.assay.core.bundle.OutputComparison.Kind;
import dev.assay.core.bundle.OutputComparison.Tolerance;
import dev.assay.core.bundle.ProgramRules;
import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.bundle.Workload;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads `[program]`.
final class ProgramReader {
  private static final Duration MIN_TIME = Duration.ofMillis(1);
  private static final Duration MAX_TIME = Duration.ofHours(24);
  private static final String TOLERANCE = "a finite number that is not below 0";
  private static final int MAX_FIELD = 10_000;

  private static final String BUNDLE = "bundle";
  private static final String MAKE = "make";

  private ProgramReader() {}

  /// What stands there, without workloads.
  static ProgramSpec read(TableReader table) {
    Optional<String> inputs = Words.read(table, "inputs", List.of(BUNDLE, MAKE), word -> word);
    Optional<ExpectedOutput> expected =
        Words.read(
            table.require("expected", "where the expected output comes from: " + sources()),
            "expected",
            List.of(ExpectedOutput.values()),
            ExpectedOutput::text);
    OutputComparison compare = readComparison(table);
    var spec =
        new ProgramSpec(
            inputs.filter(MAKE::equals).isPresent(),
            expected.orElse(ExpectedOutput.FILE),
            readReference(table, expected),
            compare,
            readRules(table),
            List.of());
    if (spec.expected() == ExpectedOutput.NONE && compare.kind() != Kind.VERIFY) {
      table.error(
          "expected",
          "'none' leaves nothing to compare with; it needs compare = \"verify\", where the bundle's own verify says what is right");
    }
    table.finish();
    return spec;
  }

  private static String sources() {
    return Words.oneOf(
        List.of(ExpectedOutput.values()).stream().map(ExpectedOutput::text).toList());
  }

  private static List<String> readReference(TableReader table, Optional<ExpectedOutput> expected) {
    boolean due = expected.filter(ExpectedOutput.REFERENCE::equals).isPresent();
    if (due) {
      table.require(
          "reference",
          "the program of the bundle that prints what is expected, as in [\"python3\", \"reference.py\"]");
    }
    Optional<List<String>> command = Texts.command(table, "reference");
    if (!due && expected.isPresent() && table.has("reference")) {
      table.error("reference", "is not used; it needs expected = \"reference\"");
    }
    return command.orElse(List.of());
  }

  private static OutputComparison readComparison(TableReader table) {
    Kind kind = Words.read(table, "compare", List.of(Kind.values()), Kind::text).orElse(Kind.EXACT);
    Tolerance tolerance = readTolerance(table);
    var fields = new ArrayList<FieldTolerance>();
    Set<Integer> seen = new HashSet<>();
    for (TableReader entry :
        table.tables("fields", "an array of tables, as in [{ field = 2, absolute = 1e-3 }]")) {
      entry.require("field", "the number of a field in its line, from 1");
      Optional<Integer> field = entry.integer("field", 1, MAX_FIELD);
      Tolerance own = readTolerance(entry);
      if (!entry.has("absolute") && !entry.has("relative")) {
        entry.errorHere("has no tolerance; expected absolute, relative or both");
      }
      field
          .filter(number -> {
            boolean first = seen.add(number);
            if (!first) {
              entry.error("field", "%d has a tolerance already".formatted(number));
            }
            return first;
          })
          .ifPresent(number -> fields.add(new FieldTolerance(number, own)));
      entry.finish();
    }
    if (kind != Kind.NUMBERS) {
      for (String key : List.of("absolute", "relative", "fields")) {
        if (table.has(key)) {
          table.error(key, "needs compare = \"numbers\"; here it is \"%s\"".formatted(kind.text()));
        }
      }
    }
    return new OutputComparison(kind, tolerance, fields);
  }

  private static Tolerance readTolerance(TableReader table) {
    return new Tolerance(tolerance(table, "absolute"), tolerance(table, "relative"));
  }

  private static BigDecimal tolerance(TableReader table, String key) {
    return table
        .decimal(key, TOLERANCE)
        .filter(value -> {
          if (value.signum() < 0) {
            table.error(key, "%s is below 0; expected %s".formatted(value, TOLERANCE));
          }
          return value.signum() >= 0;
        })
        .orElse(BigDecimal.ZERO);
  }

  private static ProgramRules readRules(TableReader table) {
    Duration timeout =
        table.duration("timeout", MIN_TIME, MAX_TIME).orElse(ProgramRules.DEFAULT.timeout());
    Duration cutoff =
        table.duration("cutoff", MIN_TIME, MAX_TIME).orElse(ProgramRules.DEFAULT.cutoff());
    return new ProgramRules(
        timeout,
        cutoff,
        table
            .integer("repeats", 0, ProgramRules.MOST_REPEATS)
            .orElse(ProgramRules.DEFAULT.repeats()));
  }

  /// The same with workloads.
  static ProgramSpec with(ProgramSpec spec, List<Workload> workloads) {
    return new ProgramSpec(
        spec.makesInputs(),
        spec.expected(),
        spec.reference(),
        spec.compare(),
        spec.rules(),
        workloads);
  }
}
