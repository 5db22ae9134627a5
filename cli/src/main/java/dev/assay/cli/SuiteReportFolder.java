package dev.assay.cli;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.platform.report.LinkedPage;
import dev.assay.platform.report.suite.MeasuredSuite;
import dev.assay.platform.report.suite.SuiteReport;
import dev.assay.platform.report.suite.SuiteTexts;
import dev.assay.runner.suite.SuiteRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Writes the report of a suite beside its measurements: `report.html` and pages in `report`. Pages
/// of programs that are gone are deleted.
final class SuiteReportFolder implements SuiteTexts, SuiteReport.Pages {
  private static final String PAGES = "report";
  private static final String ENDING = ".html";

  private final Path folder;
  private final Set<Path> written = new HashSet<>();

  /// @param folder of the results
  SuiteReportFolder(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
  }

  /// @return the first page
  Path write(SuiteRunner.Outcome outcome) {
    SuiteReport.write(
        new MeasuredSuite(
            outcome.suite(),
            outcome.machine(),
            outcome.bundles(),
            outcome.programs(),
            outcome.entries(),
            outcome.remarks(),
            outcome.cancelled(),
            AssayVersion.current()),
        this,
        this);
    deleteOthers();
    ResultPages.link(folder);
    return folder.resolve(LinkedPage.REPORT.file());
  }

  @Override
  public void write(String path, String html) {
    Path page = folder.resolve(path);
    try {
      Files.createDirectories(page.getParent());
      Files.writeString(page, html);
      written.add(page);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "The report %s could not be written: %s".formatted(page, e), e);
    }
  }

  private void deleteOthers() {
    Path pages = folder.resolve(PAGES);
    try (var files = Files.walk(pages)) {
      List<Path> old =
          files
              .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
              .filter(file -> file.toString().endsWith(ENDING) && !written.contains(file))
              .toList();
      for (Path file : old) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.IO, "Old pages in %s could not be deleted: %s".formatted(pages, e), e);
    }
  }

  @Override
  public Optional<byte[]> source(String fileName) {
    return read("sources", "sources/" + fileName);
  }

  @Override
  public Optional<byte[]> log(String file) {
    return read("logs", file);
  }

  /// Empty for what is not there, and for what is not in the folder that it should be in.
  private Optional<byte[]> read(String inside, String name) {
    Path file = folder.resolve(name).normalize();
    if (!file.startsWith(folder.resolve(inside))
        || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new AssayException(ErrorCode.IO, "%s could not be read: %s".formatted(file, e), e);
    }
  }
}
