package dev.assay.bundle.harness;

import java.nio.file.Files;
import java.nio.file.Path;

/// The Python harness in an image without numpy.
class ArrayPythonHarnessTest extends PythonHarnessTest {
  @Override
  void prepare(Path solution) throws Exception {
    Files.writeString(solution.resolve("numpy.py"), "raise ImportError('hidden by the test')\n");
  }
}
