package dev.assay.platform.report;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/// A page of a suite's results that the other one leads to when both are there. They are written by
/// different commands, in either order, so each has a place that is hidden until the other is
/// there.
public enum LinkedPage {
  /// What was measured of whole programs.
  REPORT("report.html"),

  /// What programs do that iterate in one process.
  ITERATIONS("iterations.html");

  private static final TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, LinkedPage.class.getClassLoader(), "dev.assay.platform");

  private final String file;

  LinkedPage(String file) {
    this.file = file;
  }

  /// Its name in the folder of results.
  public String file() {
    return file;
  }

  /// The other page with the link to this one shown or hidden; as it was where it has no place for
  /// it.
  public String linkedFrom(String other, boolean isThere) {
    return other.replace(place(!isThere), place(isThere));
  }

  private String place(boolean isThere) {
    var output = new StringOutput();
    TEMPLATES.render("report/linked.jte", Map.of("page", this, "isThere", isThere), output);
    return output.toString().strip();
  }
}
