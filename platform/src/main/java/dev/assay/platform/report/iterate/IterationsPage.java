package dev.assay.platform.report.iterate;

import dev.assay.core.iterate.IteratedProgram;
import dev.assay.core.run.Machine;
import dev.assay.core.text.SafeText;
import dev.assay.core.unit.DataSize;
import dev.assay.platform.report.ReportPage;
import dev.assay.platform.report.ReportStyle;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.List;
import java.util.Map;

/// What came of letting programs iterate, as one HTML file that links to the files beside it: no
/// script, nothing from elsewhere, and a content security policy that forbids both.
public final class IterationsPage {
  private static final TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, ReportPage.class.getClassLoader(), "dev.assay.platform");

  private static final ReportStyle STYLE = ReportStyle.of("report.css", "iterate/iterations.css");

  private IterationsPage() {}

  /// @param suite its name
  /// @param remarks on files and bundles, as sentences
  public static String of(
      String suite, Machine machine, List<IteratedProgram> programs, List<String> remarks) {
    var output = new StringOutput();
    TEMPLATES.render(
        "report/iterate/iterations.jte",
        Map.of(
            "suite",
            SafeText.oneLine(suite),
            "machine",
            machineText(machine),
            "programs",
            programs.stream().map(ProgramView::of).toList(),
            "remarks",
            remarks.stream().map(SafeText::oneLine).toList(),
            "style",
            STYLE.css(),
            "styleHash",
            STYLE.hash()),
        output);
    return output.toString();
  }

  private static String machineText(Machine machine) {
    return "%s, %d cores, %s, Linux %s"
        .formatted(
            SafeText.oneLine(machine.cpuModel()),
            machine.cores(),
            DataSize.ofBytes(machine.memoryBytes()).toText(),
            SafeText.oneLine(machine.kernel()));
  }
}
