package dev.assay.platform.report.suite;

import dev.assay.core.suite.Language;
import dev.assay.core.suite.LanguagePair;
import dev.assay.core.suite.ProgramResult;
import dev.assay.core.suite.TaskResult;
import dev.assay.core.text.SafeText;
import dev.assay.platform.report.ReportStyle;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The report of a suite: `report.html` and pages in `report/`, which need nothing but each other.
/// No script, nothing from elsewhere, and a content security policy that forbids both.
public final class SuiteReport {
  private static final TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, SuiteReport.class.getClassLoader(), "dev.assay.platform");

  private static final ReportStyle STYLE = ReportStyle.of("report.css", "suite/suite.css");

  private final SuiteFigures figures;
  private final SuiteTexts texts;
  private final Pages pages;
  private final boolean hasSizes;

  /// Where pages go.
  public interface Pages {
    /// @param path inside of the results' folder, with `/`
    void write(String path, String html);
  }

  private SuiteReport(SuiteFigures figures, SuiteTexts texts, Pages pages) {
    this.figures = figures;
    this.texts = texts;
    this.pages = pages;
    this.hasSizes = Scatters.all(figures, "").stream().anyMatch(one -> one.size() > 0);
  }

  /// Makes all pages, one after the other; `report.html`, which leads to the others, comes last.
  public static void write(MeasuredSuite measured, SuiteTexts texts, Pages pages) {
    new SuiteReport(SuiteFigures.of(measured), texts, pages).write();
  }

  private void write() {
    figures.tasks().forEach(this::writeTask);
    List<String> languages = figures.measuredLanguages();
    figures.measured().suite().languages().stream()
        .filter(language -> languages.contains(language.name()))
        .forEach(this::writeLanguage);
    for (int i = 0; i < languages.size(); i++) {
      for (String other : languages.subList(i + 1, languages.size())) {
        writePair(languages.get(i), other);
      }
    }
    write(
        Links.MEASURED,
        "measured",
        "How programs were measured",
        MeasuredView.of(figures, Links.FROM_REPORT),
        Links.FROM_REPORT);
    write(
        Links.OVERVIEW,
        "overview",
        SafeText.oneLine(figures.measured().suite().name()),
        OverviewView.of(figures, Links.FROM_TOP),
        Links.FROM_TOP);
  }

  private void writeTask(TaskResult task) {
    write(
        Links.taskPath(task.task()),
        "task",
        task.task(),
        TaskView.of(task, figures, Links.FROM_BELOW),
        Links.FROM_BELOW);
    task.programs().forEach(program -> writeProgram(task, program));
  }

  private void writeProgram(TaskResult task, ProgramResult program) {
    write(
        Links.programPath(program.program()),
        "program",
        program.shortName(),
        ProgramView.of(task, program, figures, texts),
        Links.FROM_BELOW);
  }

  private void writeLanguage(Language language) {
    write(
        Links.languagePath(language.name()),
        "language",
        language.name(),
        LanguageView.of(language, figures, Links.FROM_BELOW),
        Links.FROM_BELOW);
  }

  private void writePair(String one, String other) {
    if (figures.haveTaskInCommon(one, other)) {
      write(
          Links.pairPath(one, other),
          "pair",
          "%s against %s".formatted(one, other),
          PairView.of(LanguagePair.of(one, other, figures.tasks()), figures, Links.FROM_BELOW),
          Links.FROM_BELOW);
    }
  }

  private void write(String path, String template, String title, Object view, Links links) {
    var shell =
        new Shell(
            title,
            SafeText.oneLine(figures.measured().suite().name()),
            links,
            STYLE.css(),
            STYLE.hash(),
            hasSizes,
            figures.measured().assayVersion());
    var parameters = new HashMap<String, Object>(Map.of("shell", shell, "page", view));
    var output = new StringOutput();
    TEMPLATES.render("report/suite/%s.jte".formatted(template), parameters, output);
    pages.write(path, output.toString());
  }
}
