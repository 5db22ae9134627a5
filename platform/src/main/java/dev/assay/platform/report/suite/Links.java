package dev.assay.platform.report.suite;

import dev.assay.core.game.GameRow;
import dev.assay.platform.report.LinkedPage;

/// Where the pages of a report are, seen from one of them. Names of tasks, languages and programs
/// hold nothing that an address would have to escape.
///
/// @param root what leads to the folder of the report
public record Links(String root) {
  static final String OVERVIEW = LinkedPage.REPORT.file();
  static final String MEASURED = "report/measured.html";

  /// From `report.html`.
  static final Links FROM_TOP = new Links("");

  /// From the pages in `report`.
  static final Links FROM_REPORT = new Links("../");

  /// From the pages in folders of `report`.
  static final Links FROM_BELOW = new Links("../../");

  static String taskPath(String task) {
    return "report/tasks/%s.html".formatted(task);
  }

  static String languagePath(String language) {
    return "report/languages/%s.html".formatted(language);
  }

  static String pairPath(String one, String other) {
    return "report/pairs/%s-%s.html".formatted(one, other);
  }

  static String programPath(GameRow.Program program) {
    return "report/programs/%s.%s-%d.html"
        .formatted(program.task(), program.language(), program.number());
  }

  public String overview() {
    return root + OVERVIEW;
  }

  public String measured() {
    return root + MEASURED;
  }

  public String task(String task) {
    return root + taskPath(task);
  }

  public String language(String language) {
    return root + languagePath(language);
  }

  /// @param one the language that is first in the suite
  public String pair(String one, String other) {
    return root + pairPath(one, other);
  }

  public String program(GameRow.Program program) {
    return root + programPath(program);
  }

  /// A file beside the report.
  public String file(String name) {
    return root + name;
  }
}
