package dev.assay.platform.report;

import dev.assay.core.judge.Verdict;
import dev.assay.core.run.Run;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The report of a run as one HTML file: no script, nothing from elsewhere, and a content security
/// policy that forbids both.
public final class ReportPage {
  private static final TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, ReportPage.class.getClassLoader(), "dev.assay.platform");

  private static final ReportStyle STYLE = ReportStyle.of("report.css");

  private ReportPage() {}

  /// The whole page.
  ///
  /// @param verdicts of the points by name, as `RunJudge` gives them
  /// @param logs of the build and of the points' standard error; those that the run does not name
  ///   are left out
  public static String render(Run run, Map<String, Verdict> verdicts, List<LogExcerpt> logs) {
    var texts = new HashMap<String, String>();
    logs.forEach(log -> texts.put(log.file(), log.text()));
    PageView page = new PageView.Builder(run, verdicts, texts).build();
    var output = new StringOutput();
    TEMPLATES.render(
        "report/report.jte",
        Map.of("page", page, "style", STYLE.css(), "styleHash", STYLE.hash()),
        output);
    return output.toString();
  }
}
