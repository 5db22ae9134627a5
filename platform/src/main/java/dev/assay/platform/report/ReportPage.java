package dev.assay.platform.report;

import dev.assay.core.judge.Verdict;
import dev.assay.core.run.Run;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The report of a run as one HTML file: no script, nothing from elsewhere, and a content security
/// policy that forbids both.
public final class ReportPage {
  private static final TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, ReportPage.class.getClassLoader(), "dev.assay.platform");

  private static final String STYLE = style();

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
        Map.of("page", page, "style", STYLE, "styleHash", hashOf(STYLE)),
        output);
    return output.toString();
  }

  private static String style() {
    try (InputStream css = ReportPage.class.getResourceAsStream("report.css")) {
      return new String(
          Objects.requireNonNull(css, "report.css").readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("report.css is part of the program and cannot be read", e);
    }
  }

  /// The hash by which the policy knows the style (Content Security Policy Level 3, section 2.3).
  private static String hashOf(String style) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(style.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
