package dev.assay.platform.report.suite;

import java.util.Optional;

/// Texts that lie beside the measurements of a suite. They are asked for one by one, so that a
/// thousand of them are never held at once.
public interface SuiteTexts {
  /// @param fileName of a source, as in `nbody.gcc-2.c`
  /// @return its bytes; empty where it is not there any more
  Optional<byte[]> source(String fileName);

  /// @param file of a log, as measurements name it: `logs/…`
  /// @return its bytes; empty where it is not there
  Optional<byte[]> log(String file);
}
