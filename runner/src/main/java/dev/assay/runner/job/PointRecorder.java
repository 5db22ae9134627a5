package dev.assay.runner.job;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import dev.assay.core.run.CaseResult;
import dev.assay.runner.point.PointRunner;
import dev.assay.runner.source.TreeCopy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes down what is measured at a point as soon as it is, and says so.
final class PointRecorder implements PointRunner.Listener {
  private final String point;
  private final RunBook book;
  private final RunListener listener;
  private final boolean keepsAnswers;
  private int done;
  private int of;

  PointRecorder(String point, RunBook book, RunListener listener, boolean keepsAnswers) {
    this.point = point;
    this.book = book;
    this.listener = listener;
    this.keepsAnswers = keepsAnswers;
  }

  @Override
  public void begins(int process, int cases) {
    done = 0;
    of = cases;
    tell(process);
  }

  @Override
  public void measured(int process, CaseResult result) {
    book.measured(point, process, result);
    done++;
    tell(process);
  }

  private void tell(int process) {
    if (process == 0) {
      listener.measured(point, done, of);
    } else {
      listener.measuredAgain(point, process, done, of);
    }
  }

  @Override
  public void answers(int process, Path answers) {
    if (!keepsAnswers || !Files.isDirectory(answers)) {
      return;
    }
    try {
      TreeCopy.copy(answers, book.folder().answers(point, process));
    } catch (IOException e) {
      throw new AssayException(
          ErrorCode.DISK_FULL, "The answers at %s could not be kept: %s".formatted(point, e), e);
    }
  }
}
