package dev.assay.runner.program;

import dev.assay.core.bundle.OutputComparison;
import dev.assay.core.bundle.OutputComparison.Tolerance;
import dev.assay.core.run.Verification;
import dev.assay.core.text.SafeText;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Field by field: a field that is a number where one is expected may differ by a tolerance, any
/// other must be the same text. Lines must have the same fields; how much white space stands
/// between them does not matter.
final class NumberComparer implements OutputComparer {
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d{1,400}(\\.\\d{0,400})?|\\.\\d{1,400})([eE][+-]?\\d{1,3})?");

  private static final int MOST_SHOWN = 60;

  private final OutputComparison comparison;

  NumberComparer(OutputComparison comparison) {
    this.comparison = comparison;
  }

  @Override
  public Verification compare(Path expected, Path output) throws IOException {
    try (var due = open(expected);
        var found = open(output)) {
      return new Walk(new FieldReader(due), new FieldReader(found)).execute();
    }
  }

  private static InputStream open(Path file) throws IOException {
    return new BufferedInputStream(Files.newInputStream(file), 1 << 16);
  }

  /// Through both texts at once.
  private final class Walk {
    private final FieldReader expected;
    private final FieldReader output;
    private long line = 1;
    private int field;
    private double worstAbsolute;
    private double worstRelative;

    private Walk(FieldReader expected, FieldReader output) {
      this.expected = expected;
      this.output = output;
    }

    private Verification execute() throws IOException {
      while (true) {
        FieldReader.Part due = expected.read();
        FieldReader.Part found = output.read();
        if (isLastLineEnd(due, found)) {
          found = output.read();
        } else if (isLastLineEnd(found, due)) {
          due = expected.read();
        }
        if (due instanceof FieldReader.Part.TextEnd && found instanceof FieldReader.Part.TextEnd) {
          return new Verification(true, metrics(), "");
        }
        if (due instanceof FieldReader.Part.LineEnd && found instanceof FieldReader.Part.LineEnd) {
          line++;
          field = 0;
        } else if (!isSame(due, found)) {
          return new Verification(
              false,
              metrics(),
              "differs in line %d, field %d: %s, where %s is expected"
                  .formatted(line, field + 1, shown(found), shown(due)));
        } else {
          field++;
        }
      }
    }

    /// The last line may lack its line feed on either side.
    private boolean isLastLineEnd(FieldReader.Part ended, FieldReader.Part other) {
      return ended instanceof FieldReader.Part.TextEnd
          && other instanceof FieldReader.Part.LineEnd
          && field > 0;
    }

    private boolean isSame(FieldReader.Part due, FieldReader.Part found) {
      return due instanceof FieldReader.Part.Field(String wanted, boolean wantedCut)
          && found instanceof FieldReader.Part.Field(String printed, boolean printedCut)
          && !wantedCut
          && !printedCut
          && isSame(wanted, printed);
    }

    private boolean isSame(String wanted, String printed) {
      if (wanted.equals(printed)) {
        return true;
      }
      return isNumber(wanted)
          && isNumber(printed)
          && isNear(wanted, printed, comparison.of(field + 1));
    }

    private boolean isNear(String wanted, String printed, Tolerance tolerance) {
      double due = Double.parseDouble(wanted);
      double off = Math.abs(due - Double.parseDouble(printed));
      worstAbsolute = Math.max(worstAbsolute, off);
      if (due != 0) {
        worstRelative = Math.max(worstRelative, off / Math.abs(due));
      }
      double allowed =
          Math.max(
              tolerance.absolute().doubleValue(),
              tolerance.relative().doubleValue() * Math.abs(due));
      double blurred = allowed * 1e-6 + 8 * Math.ulp(Math.max(Math.abs(due), allowed));
      return Math.abs(off - allowed) > blurred
          ? off < allowed
          : isNearExactly(new BigDecimal(wanted), new BigDecimal(printed), tolerance);
    }

    /// Where a double's digits do not suffice: checksums of 20 digits, and what is off by just as
    /// much as it may be.
    private static boolean isNearExactly(
        BigDecimal wanted, BigDecimal printed, Tolerance tolerance) {
      BigDecimal off = wanted.subtract(printed).abs();
      return off.compareTo(tolerance.absolute()) <= 0
          || off.compareTo(tolerance.relative().multiply(wanted.abs())) <= 0;
    }

    private Map<String, Double> metrics() {
      var metrics = new TreeMap<String, Double>();
      metrics.put("max_abs_err", Math.min(worstAbsolute, Double.MAX_VALUE));
      metrics.put("max_rel_err", Math.min(worstRelative, Double.MAX_VALUE));
      return metrics;
    }
  }

  private static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches() && Double.isFinite(Double.parseDouble(text));
  }

  private static String shown(FieldReader.Part part) {
    return switch (part) {
      case FieldReader.Part.Field(String text, boolean isCut) when isCut ->
          "a field of more than %d bytes that begins with '%s'"
              .formatted(FieldReader.MOST_BYTES, cut(text));
      case FieldReader.Part.Field(String text, boolean _) -> "'%s'".formatted(cut(text));
      case FieldReader.Part.LineEnd() -> "the end of the line";
      case FieldReader.Part.TextEnd() -> "the end of the output";
    };
  }

  private static String cut(String field) {
    String text = new String(field.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    return SafeText.shown(text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text);
  }
}
