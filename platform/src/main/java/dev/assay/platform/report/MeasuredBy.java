package dev.assay.platform.report;

import dev.assay.core.text.SafeText;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Which Assay measured.
public final class MeasuredBy {
  private MeasuredBy() {}

  /// As in `Assay 0.1.0, Assay 0.2.0`, each once.
  ///
  /// @param versions null for measurements that were made before it was recorded
  public static String of(Stream<@Nullable String> versions) {
    return versions
        .map(version ->
            version == null
                ? "an Assay that did not record its version"
                : "Assay " + SafeText.oneLine(version))
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
