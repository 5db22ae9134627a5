package dev.assay.bundle.manifest;

import dev.assay.core.error.AssayException;
import dev.assay.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.tomlj.TomlPosition;

/// Collects everything that is wrong with one manifest, so that a person mends it in one go.
final class ManifestErrors {
  /// How many errors a message shows; it says how many more there are.
  static final int SHOWN = 20;

  private record Located(int line, int column, String text) {}

  private static final Comparator<Located> BY_POSITION =
      Comparator.comparingInt(Located::line).thenComparingInt(Located::column);

  private final String fileName;
  private final List<Located> errors = new ArrayList<>();

  /// @param fileName how each line names the file, as in `bundle.toml`
  ManifestErrors(String fileName) {
    this.fileName = fileName;
  }

  /// Adds `FILE:LINE:COLUMN: KEY: sentence`.
  void add(TomlPosition position, String key, String sentence) {
    addLine(position, key + ": " + sentence);
  }

  /// Adds an error that belongs to no key.
  void addLine(TomlPosition position, String sentence) {
    errors.add(new Located(position.line(), position.column(), sentence));
  }

  /// @param path the file as the person knows it, for the first line of the message
  /// @throws AssayException with every error, in the order of the file, when there is one
  void throwIfAny(ErrorCode code, Object path) {
    if (errors.isEmpty()) {
      return;
    }
    errors.sort(BY_POSITION);
    var text =
        new StringBuilder(
            "%s has %s:"
                .formatted(path, errors.size() == 1 ? "an error" : errors.size() + " errors"));
    errors.stream()
        .limit(SHOWN)
        .forEach(error ->
            text.append(
                "\n%s:%d:%d: %s".formatted(fileName, error.line, error.column, error.text)));
    if (errors.size() > SHOWN) {
      text.append("\n… and %d more".formatted(errors.size() - SHOWN));
    }
    throw new AssayException(code, text.toString());
  }
}
