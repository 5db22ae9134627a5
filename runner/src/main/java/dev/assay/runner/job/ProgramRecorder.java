package dev.assay.runner.job;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.CaseResult;
import dev.assay.core.run.PointResult;
import dev.assay.runner.program.PreparedWorkloads;
import dev.assay.runner.program.ProgramPoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Writes down what is measured of a program as soon as it is, and says so.
final class ProgramRecorder implements ProgramPoints.Listener {
  private final RunBook book;
  private final RunListener listener;
  private final boolean keepsAnswers;

  ProgramRecorder(RunBook book, RunListener listener, boolean keepsAnswers) {
    this.book = book;
    this.listener = listener;
    this.keepsAnswers = keepsAnswers;
  }

  @Override
  public void stage(String text) {
    listener.stage(text);
  }

  @Override
  public void measured(String point, CaseResult result, int of) {
    book.measured(point, 0, result);
    listener.measured(point, result.index() + 1, of);
  }

  @Override
  public void output(String point, Path file) {
    if (!keepsAnswers || !Files.isRegularFile(file)) {
      return;
    }
    try {
      Path folder = book.folder().answers(point).resolve(PreparedWorkloads.CASE);
      Files.createDirectories(folder);
      Files.copy(
          file, folder.resolve(PreparedWorkloads.OUTPUT), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.DISK_FULL, "The output at %s could not be kept: %s".formatted(point, e), e);
    }
  }

  @Override
  public void point(PointResult result) {
    book.point(result);
    listener.point(result);
  }
}
