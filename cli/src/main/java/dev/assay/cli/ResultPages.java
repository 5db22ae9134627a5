package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.report.LinkedPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The first pages in a suite's folder of results, which lead to each other.
final class ResultPages {
  private ResultPages() {}

  /// Shows in each the links to those that are there, and no others.
  ///
  /// @param folder of the results
  static void link(Path folder) {
    for (LinkedPage from : LinkedPage.values()) {
      Path page = folder.resolve(from.file());
      if (Files.isRegularFile(page)) {
        update(page);
      }
    }
  }

  private static void update(Path page) {
    try {
      String before = Files.readString(page);
      String html = before;
      for (LinkedPage to : LinkedPage.values()) {
        html = to.linkedFrom(html, Files.isRegularFile(page.resolveSibling(to.file())));
      }
      if (!html.equals(before)) {
        Files.writeString(page, html);
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The page %s could not be read or written: %s".formatted(page, e), e);
    }
  }
}
