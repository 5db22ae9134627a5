package dev.assay.cli.view;

import dev.assay.core.run.MachineFinding;
import dev.assay.core.run.MachineFinding.Level;
import dev.assay.core.text.SafeText;
import dev.assay.sandbox.machine.Diagnosis;
import java.util.List;
import java.util.stream.Stream;

/// What the doctor says, for a terminal: the worst first, each with what to do beneath it. Plain
/// text: words carry the meaning, and there is no colour.
public final class DiagnosisText {
  private static final int MOST_COLUMNS = 120;
  private static final List<Level> WORST_FIRST =
      List.of(Level.UNFIT, Level.WARNING, Level.NOTED, Level.FINE);

  private final StringBuilder text = new StringBuilder();
  private final int width;
  private final int subjectWidth;

  private DiagnosisText(Diagnosis diagnosis, int columns) {
    width = Math.min(MOST_COLUMNS, columns - 1);
    subjectWidth =
        Stream.concat(diagnosis.findings().stream(), diagnosis.selfTest().stream())
            .mapToInt(finding -> finding.subject().length())
            .max()
            .orElse(0);
  }

  /// The whole text, with a line feed at the end.
  ///
  /// @param columns of the terminal
  public static String of(Diagnosis diagnosis, int columns) {
    var shown = new DiagnosisText(diagnosis, columns);
    for (Level level : WORST_FIRST) {
      shown.group(
          title(level),
          diagnosis.findings().stream().filter(finding -> finding.level() == level).toList());
    }
    shown.selfTest(diagnosis);
    shown.text.append(TextLines.wrapped(diagnosis.verdict(), "", shown.width));
    return shown.text.toString();
  }

  private static String title(Level level) {
    return switch (level) {
      case UNFIT -> "Nothing can be measured before this is put right";
      case WARNING -> "Makes times vary";
      case NOTED -> "Noted, and not judged";
      case FINE -> "As it should be";
    };
  }

  private void group(String title, List<MachineFinding> findings) {
    if (!findings.isEmpty()) {
      text.append(title).append('\n');
      findings.forEach(finding -> line("  ", finding));
      text.append('\n');
    }
  }

  private void line(String start, MachineFinding finding) {
    String head = start + finding.subject() + " ".repeat(subjectWidth - finding.subject().length());
    String indent = " ".repeat(head.length() + 2);
    text.append(TextLines.wrapped(head + "  " + SafeText.oneLine(finding.text()), indent, width));
    if (!finding.advice().isEmpty()) {
      text.append(
          TextLines.wrapped(
              indent + "→ " + SafeText.oneLine(finding.advice()), indent + "  ", width));
    }
  }

  private void selfTest(Diagnosis diagnosis) {
    String leftOut = diagnosis.selfTestLeftOut();
    text.append("Self-test in the sandbox");
    if (leftOut != null) {
      text.append(": ").append(leftOut).append("\n\n");
      return;
    }
    text.append('\n');
    diagnosis.selfTest().forEach(finding -> line("  %-5s ".formatted(word(finding)), finding));
    text.append('\n');
  }

  private static String word(MachineFinding finding) {
    return switch (finding.level()) {
      case FINE -> "ok";
      case NOTED -> "–";
      case WARNING -> "warn";
      case UNFIT -> "FAIL";
    };
  }
}
