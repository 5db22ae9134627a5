package dev.assay.runner.program;

import dev.assay.core.run.Verification;
import java.io.IOException;
import java.nio.file.Path;

/// Holds what a program printed against what is expected of it.
interface OutputComparer {
  /// Whether it is right, and where it is not, the first place that tells.
  Verification compare(Path expected, Path output) throws IOException;
}
