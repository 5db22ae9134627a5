package dev.assay.platform.report.suite;

import dev.assay.core.bundle.Limits;
import dev.assay.core.bundle.OutputComparison;
import dev.assay.core.bundle.ProgramSpec;
import dev.assay.core.bundle.Workload;
import dev.assay.core.text.CommandText;
import dev.assay.core.text.Words;
import java.util.stream.Collectors;

/// What a bundle asks of programs, in words.
final class Rules {
  private Rules() {}

  /// How outputs are judged.
  static String comparison(ProgramSpec spec) {
    String with =
        switch (spec.expected()) {
          case FILE -> "a file of the bundle";
          case MAKE -> "what the bundle's make wrote";
          case REFERENCE ->
              "what the bundle's reference program prints (%s)"
                  .formatted(CommandText.of(spec.reference()));
          case NONE -> "nothing";
        };
    return switch (spec.compare().kind()) {
      case EXACT -> "compared byte for byte with " + with;
      case NUMBERS ->
          "compared field by field with %s; %s".formatted(with, tolerance(spec.compare()));
      case VERIFY -> "judged by the bundle's own verifier";
    };
  }

  private static String tolerance(OutputComparison compare) {
    String fields =
        compare.fields().isEmpty()
            ? ""
            : ", %d fields otherwise".formatted(compare.fields().size());
    return "numbers may be off by %s, or by %s of what is expected, whichever is more%s"
        .formatted(
            compare.tolerance().absolute().toPlainString(),
            compare.tolerance().relative().toPlainString(),
            fields);
  }

  static String times(ProgramSpec spec) {
    return "timeout %s, cutoff %s, %s"
        .formatted(
            Words.limit(spec.rules().timeout()),
            Words.limit(spec.rules().cutoff()),
            Counted.of(spec.rules().repeats(), "repeat"));
  }

  static String limits(Limits limits) {
    return "%s, memory %s, %s, output %s"
        .formatted(
            Counted.of(limits.cpus(), "core"),
            limits.memory().toText(),
            Counted.of(limits.processes(), "process").replace("processs", "processes"),
            limits.output().toText());
  }

  /// As in `50: 50; 100: 100 < input.txt`.
  static String workloads(ProgramSpec spec) {
    return spec.workloads().stream().map(Rules::workload).collect(Collectors.joining("; "));
  }

  private static String workload(Workload one) {
    var text = new StringBuilder("n = ").append(Columns.grouped(one.n()));
    if (!one.args().isEmpty()) {
      text.append(", arguments ").append(CommandText.of(one.args()));
    }
    if (one.stdin() != null) {
      text.append(", standard input ").append(one.stdin());
    }
    if (!one.files().isEmpty()) {
      text.append(", files ").append(String.join(" ", one.files()));
    }
    return text.toString();
  }
}
